# METADATA
# title: SKILL.toml does not have the shape that ZeroClaw reads
# description: >-
#   ZeroClaw refuses a manifest with an unknown key, a missing one or a value of
#   the wrong type, and with it the skill and its tools.
# custom:
#   code: SPEC-022
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.spec["toml-schema"]

findings contains {
	"message": sprintf("%s%s", [violation.message, consequence(violation)]),
	"hint": object.get(violation, "hint", otherwise(violation)),
	"at": {"path": violation.path, "on": violation.on},
	"severity": severity(violation),
} if {
	input.skill.manifest.format == "toml"
	some violation in input.skill.violations.zeroclaw
}

# These keep the manifest from being read; of the others, single parts are lost.
fatal := {"missing-key", "type", "unknown-key"}

severity(violation) := "high" if violation.code in fatal

severity(violation) := "medium" if not violation.code in fatal

consequence(violation) := ": zeroclaw refuses the whole manifest" if violation.code in fatal

consequence(violation) := "" if not violation.code in fatal

otherwise(violation) := "delete the key: zeroclaw knows no such key there" if violation.code == "unknown-key"

otherwise(violation) := "add the key" if violation.code == "missing-key"

otherwise(violation) := "correct the value" if not violation.code in {"missing-key", "unknown-key"}
