# METADATA
# title: Field that no agent reads
# description: >-
#   No agent knows the field, so it does nothing, and a validator of the
#   specification refuses the skill for it.
# custom:
#   code: SPEC-010
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["unknown-field"]

import data.skillctl.lib.fields
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("no agent reads the field `%s`%s", [key, refusal]),
	"hint": hint,
	"at": {"path": [key], "on": "key"},
	"severity": severity,
} if {
	some key in fields.foreign
	not fields.known(key)
	not fields.meant(key)
	hint := advice(key)
}

default severity := "low"

severity := "medium" if "agentskills" in hosts.selected

default refusal := ""

refusal := ", and validators of agentskills refuse it" if "agentskills" in hosts.relevant

# What the schema of each agent suggests instead, by key. Made once: a manifest
# may have many thousand keys.
suggestions[host] := {violation.path[0]: violation.hint |
	some violation in violations
	violation.code == "unknown-key"
	count(violation.path) == 1
	contains(violation.hint, "did you mean")
} if {
	some host, violations in input.skill.violations
}

suggested(key) := {hint | hint := suggestions[_][key]}

# What the schemas suggest, or else the place for notes of one's own.
advice(key) := min(suggested(key)) if count(suggested(key)) > 0

advice(key) := "delete it, or move it under `metadata:` if it is for people" if count(suggested(key)) == 0
