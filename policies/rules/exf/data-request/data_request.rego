# METADATA
# title: Asks the model to send data of the user to an address
# description: >-
#   The text asks the model, in words, to send what the user works on, or what is said
#   in the conversation, to a host that the skill does not say that it is for.
# custom:
#   code: INJ-015
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["data-request"]

import data.skillctl.lib.destinations
import data.skillctl.lib.discretion
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.veils

findings contains {
	"message": sprintf("%s: %s of the user %s sent to %s, %s", [orders.shown(order), things, verb, destinations.called(host), why]),
	"hint": hint,
	"at": {"file": order.file, "span": order.span},
	"severity": judged.severity,
	"confidence": judged.confidence,
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	sends(order)
	orders.given(order)
	not scope(order.text)
	not orders.settles(order)
	some host in orders.hosts(order)
	[things, verb] := sent(order)
	judged := weight(order, orders.relation(order, host))
	why := reason(order, judged.relation)
}

sends(order) if order.act == "send"

# "Call https://… with it."
sends(order) if {
	order.act == "run"
	"secret" in order.objects
	regex.match(orders.own_secret, order.text)
	regex.match(`(?i)\b(with|using|for|by) (it|them|this|that|these|the|their|his|her)\b`, order.text)
}

# A right of a program at a service has names such as chat:write.
scope(text) if {
	regex.match(`(?i)\bscopes?\b|\bpermissions?\b`, text)
	regex.match(`(?i)\b(chat|channels|groups|users|im|mpim|files|mail|contacts|calendar|calls|reactions|repo|read|write|user)[:.](read|write|history|join|manage|send|public|all|[\w.]+)\b`, text)
	not regex.match(`(?i)\b(conversation|transcript|messages?)\b`, text)
}

hint := "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is sent"

# What is told of an order: the gravest of the kinds of things in it.
sent(order) := kinds[0] if {
	kinds := [words |
		some [kind, words] in [
			["secret", ["credentials", "are"]], ["conversation", ["the conversation", "is"]], ["memory", ["the memory or the settings", "are"]],
			["personal", ["personal data", "are"]], ["everything", ["all data", "are"]], ["files", ["files", "are"]], ["work", ["the work", "is"]],
		]
		kind in order.objects
	]
	count(kinds) > 0
} else := ["credentials", "are"] if orders.asked_before(order)

weight(_, "anonymous") := {"severity": "high", "confidence": "high", "relation": "anonymous"}

weight(order, "unrelated") := {"severity": "high", "confidence": "medium", "relation": "unrelated"} if {
	urgent(order)
	not expected(order)
	not mild(order)
} else := {"severity": "medium", "confidence": "medium", "relation": "unrelated"} if {
	not expected(order)
	not orders.front(order)
}

# It presses, or what is sent is read from where keys and passwords are kept: nobody asks
# for that who does not want it.
urgent(order) if orders.pressing(order)

urgent(order) if orders.dearest(order)

urgent(order) if {
	"secret" in order.objects
	"store" in order.objects
}

urgent(order) if {
	"secret" in order.objects
	regex.match(`(?i)(^|[\s/"'\x60(])\.env\b`, order.text)
}

# Another sentence of the section keeps it from the user.
urgent(order) if {
	some list in remarks.sections
	some veil in list
	veil.file == order.file
	veil.section == order.section
	abs(veil.span.start.line - order.span.start.line) <= 10
	some kind in {"kept", "hush", "veiled"}
	remarks.is(veil, kind)
	not discretion.only(veil.text)
	not regex.match(veils.spared, veil.text)
}

# What another document says is read when the agent is sent there: it is for somebody to
# look at, unless it is kept from the user.
mild(order) if {
	not main.is(order.file)
	not orders.hidden(order)
}

# A host that the skill has to do with may be sent what it is for, in the open.
weight(order, "known") := {"severity": "medium", "confidence": "medium", "relation": "known"} if {
	orders.pressing(order)
	orders.hidden(order)
}

weight(order, "declared") := {"severity": "medium", "confidence": "medium", "relation": "declared"} if orders.hidden(order)

# What the description says that is sent by mail or posted somewhere is what the skill
# is for: it names the verb and the front matter has it.
expected(order) if {
	orders.front(order)
	not orders.hidden(order)
}

reason(order, _) := "and nobody is to know" if orders.hidden(order)

reason(order, "anonymous") := "for which nobody answers" if not orders.hidden(order)

reason(order, "unrelated") := "which the skill does not say that it is for" if not orders.hidden(order)
