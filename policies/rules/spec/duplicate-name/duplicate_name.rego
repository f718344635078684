# METADATA
# title: Two skills have the same name
# description: >-
#   An agent loads one skill of each name; which one depends on the order in which it
#   finds them. The other is never used.
# custom:
#   code: SPEC-023
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: set
#   fix: none
package skillctl.rules.spec["duplicate-name"]

import data.skillctl.lib.members

findings contains {
	"message": sprintf("the name %q is already used by %s: an agent that finds both loads only one of them", [name, members.file(first)]),
	"hint": "rename one of the two, or delete it if it is a copy",
	"at": {"file": members.file(second)},
	"related": [{"at": {"file": members.file(first)}, "message": sprintf("the first %q", [name])}],
	"severity": severity(first, second),
} if {
	some name, group in members.by_name
	count(group) > 1
	order := sort(group)
	first := input.set.skills[order[0]]
	some place in array.slice(order, 1, count(order))
	second := input.set.skills[place]
}

# In one folder of skills the two meet for certain, elsewhere only when both
# folders are given to one agent.
severity(first, second) := "medium" if members.neighbours(first, second)

severity(first, second) := "low" if not members.neighbours(first, second)
