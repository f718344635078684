# METADATA
# title: Settings key that is not the name
# description: >-
#   An installer left a source-origin.json beside the skill. Its slug takes
#   the place of the name as the key of the skill in skills.entries.
# custom:
#   severity: info
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["key-from-origin"]

findings contains {
	"message": sprintf("OpenClaw looks for this skill's settings under skills.entries.%s, not under its name %s", [input.skill.openclaw.key, input.skill.openclaw.name]),
	"hint": "use that key in openclaw.json, or set skillKey in metadata.openclaw",
	"at": {"file": ".openclaw/source-origin.json"},
} if {
	input.skill.openclaw.keyFrom == "origin"
	input.skill.openclaw.key != input.skill.openclaw.name
}
