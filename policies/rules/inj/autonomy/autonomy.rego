# METADATA
# title: Has the agent take what is the user's to decide
# description: >-
#   A sentence has the agent go on when it is told to stop, get round a denial, give itself
#   rights, or widen its work, make up ends of its own, come back by itself and let nobody
#   look. Who has the agent could no longer hold it.
# custom:
#   code: INJ-031
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.autonomy

import data.skillctl.lib.agents
import data.skillctl.lib.orders
import data.skillctl.lib.reins
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), strong[kind]]),
	"hint": "leave it out; the agent stops, asks and keeps to the task and the rights that the user gives it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": reins.graded(deed, "high"),
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	kind := min({kind | some kind in deed.kinds; strong[kind]})
	reins.told(list, deed)
}

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), weak[kind]]),
	"hint": "leave it out, or have the user say so for each task",
	"at": {"file": deed.file, "span": deed.span},
	"severity": reins.graded(deed, severity(list, deed, kind)),
	"because": "it stands alone in its section",
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	kind := min(kinds(deed))
	count({more | some more in deed.kinds; strong[more]}) == 0
	not expected(kind)
	reins.told(list, deed)
}

kinds(deed) := {kind | some kind in deed.kinds; weak[kind]}

strong := {
	"unstopped": "the agent is to go on when somebody says stop",
	"undenied": "the agent is to get round what was denied to it",
	"arms": "the agent is to give itself rights",
}

weak := {
	"armed": "rights are taken that nobody gave",
	"roams": "the agent is to widen its work by itself",
	"goals": "the agent is to make up ends of its own",
	"persists": "the agent is never to end by itself",
	"lasts": "the agent is to set itself up to come back",
	"unreviewed": "what is made goes out without a look",
	"noleave": "the user is never asked",
}

# Two of different kinds, in a sentence or in those around it.
severity(list, deed, kind) := "high" if {
	some other in list
	some more in kinds(other)
	more != kind
	reins.told(list, other)
} else := "high" if {
	some other in list
	other.index != deed.index
	count(kinds(other)) > 0
	reins.told(list, other)
} else := "medium"

# A skill that is there to set up an agent changes what it goes by.
expected("lasts") if agents.purpose
