# METADATA
# title: Wants to be used for everything
# description: >-
#   The text has the model use the skill in every conversation, before any other skill or
#   whatever the user asks for. It then decides about work that it is not for.
# custom:
#   code: INJ-017
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.scope

import data.skillctl.lib.main
import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: the skill is to be used for everything", [orders.shown(order)]),
	"hint": "say for which work the skill is, in the description",
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act in {"obey", "run", "send"}
	"scope" in order.objects
	orders.given(order)
	regex.match(itself, order.text)
	regex.match(everything, order.text)
	not regex.match(some_of_all, regex.replace(order.text, others, " "))
}

severity(order) := "medium" if main.is(order.file)

severity(order) := "low" if not main.is(order.file)

# Other skills, whatever is said of them.
others := `(?i)\b(before|instead of|over) (any|all|every)( other)? (skills?|tools?)\b`

# What is said behind it takes the rest out again.
some_of_all := `(?i)\b(all|any|each|every)( (single|other|new|future|user|subsequent))* \w+ (like|such as|about|for|in|of|on|that|which|where|when|with|involving|concerning|regarding|related|touching|containing|matching|to|from|by)\b`

itself := `(?i)\b(this|the following) (skill|procedure|protocol|tool|section|file)\b|\bthese (steps|instructions|rules)\b|\b(run|execute|call|invoke|load|use|activate|apply) (it|this)\b`

everything := `(?i)\b(in|for|at|during|on|to|before|after) (the (start|beginning|end) of )?(every|each|all|any)( (single|other|new|future|user|subsequent))* (conversations?|sessions?|chats?|interactions?|prompts?|requests?|messages?|repl(y|ies)|responses?|questions?)\b|\bbefore (any|all|every)( other)? (skills?|tools?)\b|\binstead of (any|all|every) other skills?\b|\b(precedence|priority) over (any|all|every)( other)? (skills?|tools?)\b|\b(regardless of|no matter) (what|the|which)\b`
