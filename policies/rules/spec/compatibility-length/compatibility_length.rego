# METADATA
# title: Compatibility note is empty or too long
# description: The specification wants 1 to 500 characters in `compatibility`.
# custom:
#   code: SPEC-009
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills]
#   fix: none
package skillctl.rules.spec["compatibility-length"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("`compatibility` has %d characters; validators of agentskills refuse more than 500", [count(value)]),
	"hint": sprintf("cut %d characters: name what the skill needs, and put how to get it into the text", [count(value) - 500]),
	"at": {"path": ["compatibility"]},
	"severity": hosts.severity({"agentskills"}, "medium", "low"),
} if {
	front.fields.compatibility
	value := front.text("compatibility")
	count(value) > 500
}

findings contains {
	"message": "`compatibility` is empty; validators of agentskills want 1 to 500 characters",
	"hint": "delete the field, or say what the skill needs, such as `Requires git and network access`",
	"at": {"path": ["compatibility"]},
	"severity": hosts.severity({"agentskills"}, "medium", "low"),
} if {
	front.fields.compatibility.value == ""
}
