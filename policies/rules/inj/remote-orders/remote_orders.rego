# METADATA
# title: Has the model obey what an address says
# description: >-
#   The text has the model follow instructions that a host hands out which the skill does
#   not say that it is for. What is there can change at any time, and nobody has read it.
# custom:
#   code: INJ-009
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["remote-orders"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.tables.hosting

findings contains {
	"message": sprintf("%s: the model is to do what %s says", [orders.shown(order), destinations.called(host)]),
	"hint": "write the instructions into the skill",
	"at": {"file": order.file, "span": order.span},
	"severity": judged[0],
	"confidence": judged[1],
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	obeys(order)
	orders.given(order)
	some host in orders.hosts(order)
	judged := weight(order, orders.relation(order, host))
}

obeys(order) if order.act == "obey"

# What is loaded is obeyed in the same breath.
obeys(order) if {
	order.act == "run"
	"instructions" in order.objects
	regex.match(`(?i)\b(do|follow|obey|perform|carry out|execute)\b( (exactly|precisely|just|only|as|what|whatever|everything|all))+( (that|which))? (it|they|the (page|file|answer|text|response|address)) (says?|tells?|asks?|demands?|orders?)\b`, order.text)
}

weight(_, "anonymous") := ["high", "high"]

weight(order, "unrelated") := ["high", "medium"] if {
	blind(order)
}

weight(order, "unrelated") := ["medium", "medium"] if {
	not blind(order)
	some address in order.addresses
	addresses.plain(address)
}

# A page that anybody writes, and changes.
weight(order, "unrelated") := ["medium", "medium"] if {
	not blind(order)
	some host in orders.hosts(order)
	some name in hosting.pages
	destinations.below(host, name)
}

weight(order, "known") := ["medium", "medium"] if blind(order)

# Nobody is to see or to be asked what it is, or it counts more than all else.
blind(order) if orders.hidden(order)

blind(order) if orders.unasked(order)

blind(order) if regex.match(`(?i)\b(exactly|verbatim|without question|blindly|no matter what|takes? precedence|whatever (it|they|the \w+) (says?|tells?|contains?|returns?)|overrides?|supersedes?|highest priority|as if (they|it) (were|was) (from|part of)|regardless)\b`, order.text)
