# METADATA
# title: Field that no host reads
# description: >-
#   No host knows the field, so it does nothing, and a validator of the
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
	"message": sprintf("`%s` is a field of no host: nothing reads it%s", [key, refusal]),
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

# What the schemas suggest instead, or else the place for notes of one's own.
suggestions(key) := {violation.hint |
	some violation in input.skill.violations[_]
	violation.code == "unknown-key"
	violation.path == [key]
	contains(violation.hint, "did you mean")
}

advice(key) := min(suggestions(key)) if count(suggestions(key)) > 0

advice(key) := sprintf("delete it, or move it under `metadata:` if it is for people", []) if count(suggestions(key)) == 0
