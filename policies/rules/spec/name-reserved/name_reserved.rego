# METADATA
# title: Name uses a reserved word
# description: >-
#   Claude keeps some words in names for its maker's own skills and refuses the
#   upload of others that use them.
# custom:
#   code: SPEC-006
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude]
#   fix: none
package skillctl.rules.spec["name-reserved"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("the name %q holds %q, which claude reserves: an upload of the skill is refused", [name, word]),
	"hint": "say what the skill does instead of which product it is for",
	"at": {"path": ["name"]},
	"severity": hosts.severity({"claude"}, "medium", "info"),
} if {
	name := front.name
	some word in data.skillctl.tables.fields.reserved_words
	contains(lower(name), word)
}
