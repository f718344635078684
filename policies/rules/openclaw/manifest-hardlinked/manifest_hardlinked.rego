# METADATA
# title: Manifest that is a hard link
# description: >-
#   OpenClaw refuses a SKILL.md that has a second name, except among its
#   bundled skills.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["manifest-hardlinked"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("SKILL.md is a hard link (%d names for one file): OpenClaw refuses to load it", [input.skill.manifest.nlink]),
	"hint": "make it a file of its own: copy it, and move the copy over it",
	"at": {"file": "SKILL.md"},
	"severity": openclaw.severity("medium"),
} if {
	input.skill.manifest.file == "SKILL.md"
	input.skill.manifest.type == "regular"
	input.skill.manifest.nlink > 1
}
