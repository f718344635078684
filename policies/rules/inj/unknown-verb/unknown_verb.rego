# METADATA
# title: Order whose verb is not known
# description: >-
#   The text has the model do something with secrets of the user, with what is said in the
#   conversation, or with a host that the skill does not say that it is for, and it is not
#   known what: the verb is none of which it is known that it does no harm.
# custom:
#   code: INJ-019
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unknown-verb"]

import data.skillctl.lib.destinations
import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: it is not known what %q does with %s, %s", [orders.shown(order), order.verb, destinations.called(host), why[relation]]),
	"hint": "say in plain words what is done, and ask the user before something is handed to somebody",
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act in {"other", "tell"}
	orders.given(order)
	not orders.front(order)
	some host in orders.hosts(order)
	relation := orders.relation(order, host)
}

why := {
	"anonymous": "for which nobody answers",
	"unrelated": "which the skill does not say that it is for",
}

findings contains {
	"message": sprintf("%s: it is not known what %q does with %s", [orders.shown(order), order.verb, what]),
	"hint": "say in plain words what is done, and ask the user before something is handed to somebody",
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act == "other"
	orders.given(order)
	not orders.front(order)
	count(order.addresses) == 0
	some [kind, what] in [["secret", "secrets"], ["conversation", "the conversation"], ["files", "files of the user"], ["everything", "everything of the user"]]
	kind in order.objects
}
