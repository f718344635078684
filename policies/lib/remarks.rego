# METADATA
# title: What the sentences of a section say together
# description: >-
#   What is done in one sentence of a section is done with what another one names, and kept
#   from somebody by a third.
package skillctl.lib.remarks

import data.skillctl.lib.destinations
import data.skillctl.lib.discretion
import data.skillctl.lib.orders
import data.skillctl.lib.shown

# The sentences of each section that are said, and not taught.
sections[[remark.file, remark.section]] contains remark if {
	some remark in input.skill.body.remarks
	not remark.looked
	not regex.match(orders.lesson, remark.heading)
	not orders.front(remark)
	not shown.only(remark)
}

# Each sentence with those of its section that are near it: no rule looks further. They are
# found by their numbers, once for all rules, and not by holding each against all others.
deeds := [[deed, near] |
	some list in sections
	some deed in list
	near := {other |
		some i in numbers.range(deed.index - reach, deed.index + reach)
		some other in numbered[[deed.file, deed.section, i]]
	}
]

reach := 6

numbered[[remark.file, remark.section, remark.index]] contains remark if {
	some list in sections
	some remark in list
}

is(remark, kind) if kind in remark.kinds

# So many sentences lie between two of them at most.
within(a, b, most) if abs(a.index - b.index) <= most

# It is kept from somebody: what the sentences near it say, or where it stands.
veiled(list, deed) := ["nobody sees the text", deed] if {
	deed.hidden
} else := found[0] if {
	found := [[why, veil] |
		some [kind, why] in veils
		some veil in list
		is(veil, kind)
		within(deed, veil, 5)
		not discretion.only(veil.text)
		not promised(veil.text)
	]
	count(found) > 0
}

veils := [["kept", "it is kept from the user"], ["answer", "whoever asks is told something else"], ["traces", "the traces are removed"]]

# Nobody is asked, or it counts more than what the user says.
freed(list, deed) := found[0] if {
	found := [[why, veil] |
		some [kind, why] in [["freely", "nobody is asked"], ["over", "it is put above what the user says"]]
		some veil in list
		is(veil, kind)
		within(deed, veil, 3)
		not promised(veil.text)
	]
	count(found) > 0
}

# The user is asked, or asks for it.
agreed(list, deed) if {
	some other in list
	is(other, "asked")
	within(deed, other, 2)
	not is(other, "answer")
	not is(other, "kept")
	not orders.asks_for_own(other)
}

# A host that the skill is not for, and that is none of an example.
strangers(remark) := {host: relation |
	some host in orders.hosts(remark)
	relation := orders.relation(remark, host)
	relation in {"anonymous", "unrelated"}
	not placeholder(host)
}

# A name at the end of which "example" stands may be anybody's; as a part of one it is nobody's.
placeholder(host) if {
	destinations.placeholder(host)
	not endswith(host, ".example")
}

placeholder(host) if regex.match(`^([a-z]|your|my|evil|attacker|bad|malicious|hostile|some-?\w*|any-?\w*)\.example$`, host)

# It stands in the text itself, and not in code that is shown.
said(remark) if {
	not remark.fenced
	not asked_only(remark.text)
	not promised(remark.text)
}

# "This skill never asks for a private key."
promised(text) if regex.match(`(?i)^\W*((this|the) (skill|script|tool|program)|it|we|i) (never|(do|does|will|must|should)(n['’]t| not)|won['’]t) (ever )?(ask|need|want|request|require|read|store|keep|touch|use|see|collect|hold)s?\b[^;:—–]*$`, text)

# A question has nobody do anything, unless it is put to whoever reads it: "may a script run it?",
# but not "could you send it?".
asked_only(text) if {
	regex.match(`(?i)^\W*(may|does|do|is|are|should|why|what|when|how|where|which|who|has|have|did|can|could|would|will)\b[^.!?]*\?["'”*_)\s]*$`, text)
	not regex.match(`(?i)\b(you|please|not|n['’]t)\b`, text)
}

# Words of an order, where a sentence or a part of it begins.
ordered(text) if regex.match(`(?i)(^[\s\d.)*>|-]*|[,;:—–|]\s*|\b(and|then|first|always|also|must|should|shall|to|please|now|, or)\s+)(set|switch|turn|enable|add|accept|allow|disable|write|put|merge|configure|change|append|store|record|save|keep|make|let|insert|include|stop|exclude|place|restore|install|register|remember|use|edit|extend|prepend|update|copy|replace|rewrite|modify)\b`, text)

ordered(text) if regex.match(`(?i)\b(must|should|has to|have to|is to|are to) (also )?(start|begin|contain|say|include|have|hold|state|read)\b`, text)

locus(remark) := "example" if remark.fenced

locus(remark) := "instruction" if not remark.fenced
