# METADATA
# title: Does what matters and keeps it from the user
# description: >-
#   In one section the text hands on what is private, changes what the agent goes by, moves
#   money or obeys what an address says, and has that kept from the user, done without a
#   question, or put above what the user says. Each by itself may have a reason; together
#   they have none that the user would agree to.
# custom:
#   code: INJ-020
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["covert-deed"]

import data.skillctl.lib.agents
import data.skillctl.lib.commands
import data.skillctl.lib.main
import data.skillctl.lib.orders

findings contains {
	"message": sprintf("%s: %s, and %s: %s", [orders.shown(deed), what, why, orders.shown(veil)]),
	"hint": "leave it out; say in the description what the skill does, show it to the user and ask first",
	"at": {"file": deed.file, "span": deed.span},
	"severity": weight(deed, severity),
	"locus": locus(deed),
} if {
	some place, list in sections
	found := [[severity, what, deed, why, veil] | some [severity, what, deed, why, veil] in judged(list)]
	count(found) > 0
	[severity, what, deed, why, veil] := sort(found)[0]
	place
}

# A skill about attacks shows them.
weight(deed, severity) := "medium" if {
	commands.about_attacks
	not deed.hidden
	severity
} else := severity

# The sentences of each section that are said, and not taught.
sections[[remark.file, remark.section]] contains remark if {
	some remark in input.skill.body.remarks
	not remark.looked
	not regex.match(orders.lesson, remark.heading)
}

locus(remark) := "instruction" if not only_code(remark)

locus(remark) := "example" if only_code(remark)

# What stands in a block of code is shown, unless the text around it has it written somewhere.
only_code(remark) if {
	remark.fenced
	not written_out(remark)
}

written_out(remark) if {
	some other in input.skill.body.remarks
	other.file == remark.file
	other.section == remark.section
	not other.fenced
	not other.forbids
	"agent" in other.kinds
	"writes" in other.kinds
	abs(other.span.start.line - remark.span.start.line) <= 8
}

close(a, b) if abs(a.span.start.line - b.span.start.line) <= 14

# Where others read something no address says so: it has to be said close to it.
near(deed, matter) if {
	addressed(deed)
	abs(deed.span.start.line - matter.span.start.line) <= 8
}

near(deed, matter) if {
	not addressed(deed)
	abs(deed.span.start.line - matter.span.start.line) <= 3
}

has(remark, kind) if kind in remark.kinds

# How something is done.
veils := {"kept": "it is kept from the user", "answer": "whoever asks is told something else", "traces": "the traces are removed"}

bold := {"freely": "nobody is asked", "over": "it is put above what the user says"}

# That a secret is neither shown nor logged protects it.
protects(remark) if {
	regex.match(`(?i)\b(tokens?|keys?|secrets?|passwords?|credentials?|cookies)\b`, remark.text)
	regex.match(`(?i)\b(log|logged|print|printed|echo|show|shown|display|reveal|record|expose|commit|store|state|note|list)\b`, remark.text)
	not regex.match(`(?i)\b(tell|inform|notify|mention|silently|secretly|unnoticed|(user|owner|client|customer|human) (is|are|must|should|need|does|may)|if (asked|questioned|somebody|someone|the user)|out of|stays?|between us)\b`, remark.text)
}

veiled(remark) := veils[min({kind | some kind in remark.kinds; veils[kind]})] if not protects(remark)

freed(remark) := bold[min({kind | some kind in remark.kinds; bold[kind]})]

# Something goes to a host that the skill is not for, or where others read it.
leaves(remark) if {
	not remark.forbids
	"leaves" in remark.kinds
	strange(remark)
}

strange(remark) if addressed(remark)

addressed(remark) if {
	some host in orders.hosts(remark)
	orders.relation(remark, host) in {"anonymous", "unrelated"}
	not regex.match(`(^|\.)(example\.(com|org|net)|example|test|invalid)$`, host)
}

strange(remark) if {
	some sink in {"published", "somebody"}
	sink in remark.sinks
}

# It has the agent go by something: an order, in the text itself.
instructs(remark) if {
	not remark.forbids
	not agents.purpose
	"agent" in remark.kinds
	"writes" in remark.kinds
}

# The same in a skill that is there for what agents keep.
keeps(remark) if {
	agents.purpose
	not remark.forbids
	"agent" in remark.kinds
	"writes" in remark.kinds
}

private(remark) if "private" in remark.kinds

private(remark) if "secret" in remark.kinds

# What is private goes somewhere, in one sentence or from one to another near it.
judged(list) := (((transfers(list) | tampering(list)) | (payments(list) | remote(list))) | (encoded(list) | ruin(list))) | told_otherwise(list)

transfers(list) := ({["high", "what is private goes elsewhere", deed, veiled(veil), veil] |
	some deed in list
	leaves(deed)
	not deed.fenced
	some veil in list
	veiled(veil)
	close(deed, veil)
	some matter in list
	private(matter)
	not matter.forbids
	near(deed, matter)
} | {["high", "what is private goes elsewhere", deed, freed(veil), veil] |
	# Data has no orders to give.
	some deed in list
	leaves(deed)
	not main.is(deed.file)
	not regex.match(`(?i)\.(md|mdx|mdc|markdown|txt|rst|adoc)$`, deed.file)
	some veil in list
	freed(veil)
	abs(deed.span.start.line - veil.span.start.line) <= 2
	some matter in list
	private(matter)
	abs(deed.span.start.line - matter.span.start.line) <= 2
}) | {["high", "secrets go elsewhere", deed, freed(veil), veil] |
	some deed in list
	leaves(deed)
	not deed.fenced
	some veil in list
	freed(veil)
	close(deed, veil)
	some matter in list
	"secret" in matter.kinds
	not matter.forbids
	abs(deed.span.start.line - matter.span.start.line) <= 4
}

tampering(list) := ({["high", "what the agent goes by is changed", deed, veiled(veil), veil] |
	some deed in list
	instructs(deed)
	not deed.fenced
	some veil in list
	veiled(veil)
	close(deed, veil)
} | {["high", "what the agent goes by is changed", deed, freed(veil), veil] |
	some deed in list
	instructs(deed)
	not deed.fenced
	some veil in list
	freed(veil)
	close(deed, veil)
}) | {["high", "what the agent goes by is changed", deed, veiled(veil), veil] |
	some deed in list
	keeps(deed)
	not deed.fenced
	some veil in list
	veiled(veil)
	close(deed, veil)
	some other in list
	commanding(other)
	close(deed, other)
}

# It takes the place of what the user says, or obeys an address.
commanding(remark) if "over" in remark.kinds

commanding(remark) if {
	"does" in remark.kinds
	strange(remark)
}

payments(list) := {["high", "money goes to an account that the user did not name", deed, veiled(veil), veil] |
	some deed in list
	"pays" in deed.kinds
	not deed.forbids
	some veil in list
	veiled(veil)
	close(deed, veil)
	some matter in list
	count(matter.accounts) > 0
	close(deed, matter)
}

# What an address says is done, unseen or before what the user says.
remote(list) := {["high", "what an address says is done", deed, reason(veil), veil] |
	some deed in list
	count(deed.addresses) > 0
	strange(deed)
	not deed.forbids
	some obeyed in list
	"does" in obeyed.kinds
	not obeyed.forbids
	close(deed, obeyed)
	some veil in list
	reason(veil)
	close(deed, veil)
}

reason(veil) := veiled(veil)

reason(veil) := freed(veil) if not veiled(veil)

# Files of the user are locked or removed, and nobody is asked or told.
ruin(list) := {["high", "files of the user are locked or removed", deed, reason(veil), veil] |
	some deed in list
	"ruins" in deed.kinds
	not deed.forbids
	not deed.fenced
	some matter in list
	private(matter)
	abs(deed.span.start.line - matter.span.start.line) <= 2
	some veil in list
	not "over" in veil.kinds
	reason(veil)
	close(deed, veil)
	orders.dear(matter)
}

# Something is kept from the user, and whoever asks is told something else.
told_otherwise(list) := {["medium", "something is done", deed, "whoever asks is told something else", veil] |
	some deed in list
	"kept" in deed.kinds
	not deed.fenced
	some veil in list
	"answer" in veil.kinds
	not veil.fenced
	abs(deed.span.start.line - veil.span.start.line) <= 3
}

# What a store of keys holds is written in a code, into an address or where others read it.
encoded(list) := {["high", "secrets go elsewhere", deed, "they are written so that nobody sees what they are", veil] |
	some deed in list
	leaves(deed)
	not deed.fenced
	some veil in list
	"coded" in veil.kinds
	not veil.forbids
	close(deed, veil)
	some matter in list
	"secret" in matter.kinds
	not matter.forbids
	abs(deed.span.start.line - matter.span.start.line) <= 6
}
