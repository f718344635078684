# METADATA
# title: Manifest larger than OpenClaw reads
# description: >-
#   OpenClaw does not load a SKILL.md of more than
#   skills.limits.maxSkillFileBytes bytes, 256,000 unless configured.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
#   options:
#     max: {default: 256000, description: "bytes that OpenClaw loads, as in skills.limits.maxSkillFileBytes"}
package skillctl.rules.openclaw["manifest-too-large"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("SKILL.md has %d bytes: OpenClaw loads at most %d", [input.skill.manifest.size, limit]),
	"hint": "move what is not always needed into files beside it",
	"severity": openclaw.severity("medium"),
} if {
	input.skill.manifest.file == "SKILL.md"
	limit := input.options["openclaw/manifest-too-large"].max
	input.skill.manifest.size > limit
}
