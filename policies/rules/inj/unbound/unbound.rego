# METADATA
# title: Tells the agent that its rules no longer hold
# description: >-
#   A sentence says that the agent is bound by nothing any more, that the skill counts more
#   than the system prompt or the user, that checks are off, that all that is asked is
#   allowed, or that nothing is to be refused.
# custom:
#   code: INJ-032
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.unbound

import data.skillctl.lib.orders
import data.skillctl.lib.reins
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s: the agent is told that what it goes by no longer holds", [orders.shown(deed)]),
	"hint": "leave it out; describe what this skill does and when to use it",
	"at": {"file": deed.file, "span": deed.span},
	"severity": reins.graded(deed, "high"),
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	remarks.is(deed, "unbinds")
	reins.told(list, deed)
}

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), weak[kind]]),
	"hint": "leave it out, or say what exactly is meant and let the user decide",
	"at": {"file": deed.file, "span": deed.span},
	"severity": reins.graded(deed, severity(list, deed, kind)),
	"because": "it stands alone in its section",
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	kind := min(kinds(deed))
	not remarks.is(deed, "unbinds")
	reins.told(list, deed)
}

kinds(deed) := {kind | some kind in deed.kinds; weak[kind]; meant(kind, deed.text)}

weak := {
	"unsafes": "checks for safety are taken away",
	"authorises": "whatever is asked counts as allowed",
	"yields": "nothing is to be refused",
}

# A check of a program has a name; all of them are meant here, or those of the agent.
meant("unsafes", text) if regex.match(`(?i)\b(all|any|every|each|your)\b`, text)

meant("authorises", text) if regex.match(`(?i)\b(requests?|orders?|commands?|actions?|tool calls?|tools|instructions?|prompts?|everything|whatever|tasks?|messages?)\b`, text)

meant("yields", _)

# With another one of these, or beside one.
severity(list, deed, kind) := "high" if {
	some other in list
	some more in kinds(other)
	[other.index, more] != [deed.index, kind]
	reins.told(list, other)
} else := "medium"
