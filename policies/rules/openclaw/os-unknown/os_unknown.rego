# METADATA
# title: Operating system that OpenClaw does not know
# description: >-
#   OpenClaw compares os with darwin, linux and win32 exactly when it offers
#   skills, and more loosely when it lists them. Linux or macos shows as
#   eligible and is never offered.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["os-unknown"]

findings contains {
	"message": sprintf("os has %q, which matches no system%s", [value, effect]),
	"hint": hint(value),
	"at": {"path": array.concat(input.skill.openclaw.metadata.path, ["os"])},
	"severity": weight,
} if {
	some value in input.skill.openclaw.os
	not value in data.skillctl.tables.openclaw_os.read
}

known if {
	some value in input.skill.openclaw.os
	value in data.skillctl.tables.openclaw_os.read
}

effect := ": the skill may be listed as eligible, and is never offered" if not known

effect := ": the entry has no effect" if known

weight := "medium" if not known

weight := "low" if known

default hint(_) := "write darwin, linux or win32"

hint(value) := sprintf("write %s", [data.skillctl.tables.openclaw_os.meant[lower(value)]])
