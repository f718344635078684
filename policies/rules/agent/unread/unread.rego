# METADATA
# title: A file that agents obey could not be read
# description: >-
#   What an agent makes of a broken file, or of one that is not here, nobody has judged.
#   Agents read more than strict JSON, and skip in silence what they cannot read.
# custom:
#   code: AGT-009
#   severity: medium
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.unread

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s could not be read: %s", [name(part), part.problem]),
	"hint": "correct it, or take it away",
	"at": place(part),
	"severity": obeyed.weight(part, "medium"),
	"locus": obeyed.locus(part),
} if {
	some part in input.skill.agents
	part.problem != ""
}

name(part) := sprintf("what %s is to obey", [part.client]) if part.client != ""

name(part) := "what agents are to obey" if part.client == ""

place(part) := {"file": part.file, "span": part.span} if part.span.start.line > 0

place(part) := {"file": part.file} if part.span.start.line == 0
