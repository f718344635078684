# METADATA
# title: Keeps from the user what is done
# description: >-
#   The text has the model do something and not tell the user of it. What may be done then
#   is not what the user sees.
# custom:
#   code: INJ-021
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["kept-step"]

import data.skillctl.lib.main
import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: what is done is kept from the user", [orders.shown(order)]),
	"hint": "say to the user what is done; leave the sentence out",
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	orders.deed(order)
	main.is(order.file)
	regex.match(act, order.text)
}

# Something that is done, or what was just said to do: a rule, a map or a number is neither.
act := `(?i)\b((this|these|that|those|the|any|all|either|both|its|their) ([\w-]+ ){0,3}(steps?|actions?|uploads?|calls?|changes?|transfers?|requests?|operations?|cop(y|ies)|replacements?|forwarding|e-?mails?|instructions?|sections?|backups?)|(keep|hold) (it|this|that|these|them)( step)? (to yourself|(secret|hidden|quiet) from|between us|off the record|under wraps)|bring (it|this|that|these) up|no mention of (it|this|that|these)|nothing (had |has )?happened|(it|they|this|these|that) (had |has |have )(not |never )happened|that you (did|have done)|need not know|(needs? to|has to) know)\b`
