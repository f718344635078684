# METADATA
# title: Manifest whose name OpenClaw does not know
# description: >-
#   OpenClaw looks for SKILL.md, spelt exactly so. skill.md or skills.md is
#   passed over without a word, though it is accepted when a skill is
#   published.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["manifest-case"]

findings contains {
	"message": sprintf("OpenClaw does not read %s: it looks for SKILL.md, and says nothing when there is none", [name]),
	"hint": sprintf("rename %s to SKILL.md", [name]),
	"at": {"file": name},
} if {
	"openclaw" in input.hosts
	not input.skill.manifest.file in {"SKILL.md", "SKILL.toml"}
	some name in input.skill.manifest.lookalikes
	lower(name) in {"skill.md", "skills.md"}
}
