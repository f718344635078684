# METADATA
# title: Body is long
# description: >-
#   The whole body is read into the conversation when the skill is used. The
#   specification advises fewer than 500 lines and 5,000 tokens.
# custom:
#   code: SPEC-015
#   severity: info
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
#   options:
#     max_lines:
#       default: 500
#       description: Lines of the body above which it is too long.
#     max_tokens:
#       default: 5000
#       description: Estimated tokens (bytes / 4) above which it is too long.
package skillctl.rules.spec["body-length"]

import data.skillctl.lib.front
import data.skillctl.lib.text

options := input.options["spec/body-length"]

faults := array.concat(
	[sprintf("%d lines (at most %d are advised)", [input.skill.body.lines, options.max_lines]) |
		input.skill.body.lines > options.max_lines
	],
	[sprintf("about %d tokens (at most %d are advised)", [input.skill.body.tokens, options.max_tokens]) |
		input.skill.body.tokens > options.max_tokens
	],
)

findings contains {
	"message": sprintf("the body has %s; all of it is read each time the skill is used", [text.listed(faults)]),
	"hint": "move what is not always needed into files under references/, and link to them",
	"at": {"span": {"start": input.skill.body.span.start, "end": input.skill.body.span.start}},
} if {
	front.is_md
	count(faults) > 0
}
