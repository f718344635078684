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
import data.skillctl.lib.leans
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.text
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

# It goes before what the text itself says, or nobody is to see it.
findings contains {
	"message": sprintf("%s: the model is to do what %s says, before all else or unseen", [text.cited(text.clip(trim_space(lean.text), 120)), destinations.called(host)]),
	"hint": "write the instructions into the skill",
	"at": {"file": lean.file, "span": lean.span},
	"locus": "instruction",
} if {
	some lean in leans.bodied
	host := leans.obeyed(lean)
}

# What is to be obeyed is fetched in another sentence than the one that says so.
findings contains {
	"message": sprintf("%s: the model is to do what %s says", [orders.shown(deed), destinations.called(host)]),
	"hint": "write the instructions into the skill",
	"at": {"file": deed.file, "span": deed.span},
	"severity": severity,
	"confidence": "medium",
	"locus": "instruction",
} if {
	some [deed, list] in remarks.deeds
	not deed.looked
	not deed.forbids
	remarks.said(deed)
	[host, severity] := served(list, deed)
}

served(list, deed) := [host, "high"] if {
	host := obeyed_blindly(list, deed)
} else := [min(hosts), standing(deed)] if {
	fetched(deed.text)
	hosts := {host |
		some other in list
		other.index >= deed.index - 4
		other.index <= deed.index
		some host, _ in remarks.strangers(other)
	}
	count(hosts) > 0
} else := [min(hosts), "medium"] if {
	regex.match(`(?i)(^|[.;:,]\s*|\b(and|then|always)\s+)\W*(follow|obey|apply|perform|execute|carry out|do|act on|act by) (them|it|these|those|what (they|it) says?)\b`, deed.text)
	hosts := {host |
		some other in list
		other.index == deed.index - 1
		regex.match(`(?i)\b(fetch|download|retrieve|load|get|pull|read|open|look up|request)\b`, other.text)
		regex.match(`(?i)\b(rules|instructions?|guidance|guidelines?|steps|orders|directives?|prompt|playbook|procedures?|polic(y|ies)|commands?|tasks?)\b`, other.text)
		some host, _ in remarks.strangers(other)
	}
	count(hosts) > 0
}

obeyed_blindly(list, deed) := min(hosts) if {
	blindly(deed.text)
	hosts := {host |
		some other in list
		other.index >= deed.index - 2
		other.index <= deed.index
		regex.match(`(?i)\b(fetch|download|retrieve|load|get|pull|read|open|curl|request)\b`, other.text)
		some host, _ in remarks.strangers(other)
	}
	count(hosts) > 0
}

# All that is there counts, or its commands are run as they are.
blindly(text) if regex.match(`(?i)\b(whatever|everything|anything|all( that)?) (it|they|this|the (page|file|document|answer|response|playbook|guide|address)) (says?|contains?|tells?|asks?|returns?|lists?)\b[^.;]{0,80}\b(precedence|priority|overrides?|supersedes?|wins|binding|counts (more|above|over)|(must|has to) be (done|followed|run|obeyed)|(is|gets) (done|followed|run|executed|obeyed))\b`, text)

blindly(text) if regex.match(`(?i)\b(run|execute|carry out|follow|apply) (its|their|all( of)? (its|the)|those|these|the) (commands?|steps?|instructions?|orders?|directives?)( that (it|they) (has|have|lists?|contains?))?,? (exactly )?(as (they are )?(written|is|given|listed|stated)|verbatim|unchanged|without (asking|question|confirmation|review|showing))\b`, text)

fetched(text) if regex.match(`(?i)\b(treat|regard|consider|follow|obey|perform|apply|do|adopt|carry out|execute|act on|act by|go by|use|observe)\b[^.;]{0,60}\b(retrieved|fetched|downloaded|loaded|returned|received|remote|served)\s+(document|page|file|text|guidance|instructions?|rules|steps|version|polic(y|ies)|content|response|body|markdown|prompt|playbook)s?\b`, text)

# It counts more than what the skill, the user or their organisation says.
standing(deed) := "high" if {
	remarks.is(deed, "over")
} else := "high" if {
	remarks.is(deed, "does")
} else := "medium"

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

# It is fetched to be done: whoever serves it may write something else there tomorrow, and a
# person is asked. Guidelines that are looked up are followed as the reader sees fit.
weight(order, "unrelated") := ["medium", "medium"] if {
	not blind(order)
	regex.match(`(?i)(^|[.:;,]\s*|\b(and|then|first|always|please|must|should|session|start|time|day|morning|run|task)\s*,?\s+)\W*(fetch|download|retrieve|load|pull|curl|get|wget|sync|refresh)\b`, order.text)
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
