# METADATA
# title: Description is very short
# description: A few characters do not tell an agent when to choose the skill.
# custom:
#   code: SPEC-007
#   severity: info
#   confidence: medium
#   locus: manifest
#   unit: skill
#   fix: none
#   options:
#     min:
#       default: 20
#       description: Characters below which a description is too short.
package skillctl.rules.spec["description-short"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("the description has only %d characters: %q", [count(description), description]),
	"hint": "write what the skill does and when to use it, in words that a user would use",
	"at": {"path": ["description"]},
} if {
	description := front.description
	description != ""
	count(description) < input.options["spec/description-short"].min
}
