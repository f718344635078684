# METADATA
# title: Description does not say when to use the skill
# description: >-
#   Agents choose by the description. One that only says what the skill is leaves
#   open when it is wanted.
# custom:
#   code: SPEC-020
#   severity: info
#   confidence: low
#   locus: manifest
#   unit: skill
#   fix: none
#   enabled: false
package skillctl.rules.spec["description-trigger"]

import data.skillctl.lib.front

findings contains {
	"message": "the description says what the skill is, but not when to use it",
	"hint": "add a sentence that starts with `Use when …`, in words that a user would use",
	"at": {"path": ["description"]},
} if {
	description := lower(front.description)
	description != ""
	regex.match(`^[\p{Latin}\p{Common}]+$`, description)
	not regex.match(`\b(when|whenever|use (this|for|to|it|after|before)|trigger|if (the|a|an|you|asked)|before|after|during|while|asks?|asked|requests?|wants?|needs?|for (any|all|every))\b`, description)
}
