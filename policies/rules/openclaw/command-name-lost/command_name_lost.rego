# METADATA
# title: Name leaves nothing for a slash command
# description: >-
#   OpenClaw derives the slash command from the lower-case letters, digits and
#   underscores of the name, 32 at most. A name without any becomes /skill, like every
#   other such name.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["command-name-lost"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("no character of the name %q can stand in a slash command: OpenClaw calls it /skill, as every other such skill", [input.skill.openclaw.name]),
	"hint": "use lower-case letters a to z and digits in the name",
	"at": {"path": ["name"]},
	"severity": openclaw.severity("low"),
} if {
	input.skill.openclaw.commandFrom == "fallback"
	input.skill.openclaw.userInvocable
}

findings contains {
	"message": sprintf("a slash command has at most 32 characters: OpenClaw calls this one /%s", [input.skill.openclaw.command]),
	"hint": "use a shorter name",
	"at": {"path": ["name"]},
	"severity": "info",
} if {
	input.skill.openclaw.commandFrom == "cut"
	input.skill.openclaw.userInvocable
	openclaw.meant
}
