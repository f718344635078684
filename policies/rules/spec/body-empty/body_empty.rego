# METADATA
# title: Skill has no instructions
# description: >-
#   There is front matter and nothing below it: an agent that chooses the skill
#   learns nothing.
# custom:
#   code: SPEC-015
#   severity: low
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.spec["body-empty"]

import data.skillctl.lib.front

findings contains {
	"message": "there are no instructions below the front matter",
	"hint": "write step by step what the agent should do when it uses the skill",
	"at": {"span": front.front.span},
} if {
	front.was_read
	front.front.present
	front.front.closed
	input.skill.body.tokens < 2
}
