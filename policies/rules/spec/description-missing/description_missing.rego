# METADATA
# title: Description is missing
# description: >-
#   The description is all that the agent sees of a skill before it chooses one.
#   OpenClaw, Codex and the specification refuse a skill without.
# custom:
#   code: SPEC-007
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex, openclaw]
#   fix: none
package skillctl.rules.spec["description-missing"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

strict := {"agentskills", "codex", "openclaw"}

findings contains {
	"message": sprintf("%s: %s load the skill", [fault, hosts.doing_not(lost)]),
	"hint": "write one or two sentences: what the skill does, and when to use it",
	"at": {"path": ["description"]},
	"hosts": sort(lost),
} if {
	fault := what
	lost := hosts.concerned(strict)
	count(lost) > 0
}

findings contains {
	"message": sprintf("%s: %s one from the text of the skill", [fault, hosts.doing(hosts.selected, "guess")]),
	"hint": "write one or two sentences: what the skill does, and when to use it",
	"at": {"path": ["description"]},
	"hosts": sort(hosts.selected),
	"severity": "low",
} if {
	fault := what
	count(hosts.selected) > 0
	count(hosts.concerned(strict)) == 0
}

what := "the front matter has no `description`" if {
	front.readable
	not front.fields.description
} else := "`description` is empty" if {
	front.fields.description.value == null
} else := "`description` is empty" if {
	front.description == ""
}
