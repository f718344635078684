# METADATA
# title: Name that becomes the word null
# description: >-
#   A name that is null in YAML is no name. OpenClaw falls back to the text of
#   the line, so the skill is called "null".
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["name-null"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("the name is null: OpenClaw calls the skill %q", [input.skill.openclaw.name]),
	"hint": sprintf("write a name, such as %s, or remove the line", [input.skill.dir]),
	"at": {"path": ["name"]},
	"severity": openclaw.severity("medium"),
} if {
	input.skill.front.fields.name.type == "null"
	input.skill.openclaw.nameFrom == "front"
}
