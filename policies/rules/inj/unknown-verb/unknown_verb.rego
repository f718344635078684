# METADATA
# title: Order whose verb is not known
# description: >-
#   The text has the model do something with secrets of the user, with what is said in the
#   conversation, or with a host that the skill does not say that it is for, and it is not
#   known what: the verb is none of which it is known that it does no harm. Where what goes
#   to that host is the user's alone, such as a password or the conversation, it blocks.
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
import data.skillctl.lib.labels
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.strangers
import data.skillctl.tables.contacts

findings contains {
	"message": sprintf("%s: %s %s, %s", [orders.shown(order), what(order), destinations.called(host), why[relation]]),
	"hint": hint,
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order),
	"locus": orders.locus(order),
} if {
	some order in asked
	some host in orders.hosts(order)
	relation := orders.relation(order, host)
	not supported(order, host)
}

# Who made the skill is supported there, by whoever wants to.
supported(order, host) if {
	destinations.domain(host) in contacts.supporters
	lower(order.verb) in {"back", "donate", "fund", "sponsor", "support", "tip"}
}

# A label says where the project is found, or whoever wants to thanks who made it.
supported(order, host) if {
	some address in order.addresses
	contains(lower(address), host)
	to_maker(order.text, address)
}

# It is known whose the host is, and what goes there is not what nobody else may have.
supported(order, host) if {
	not grave(order)
	ours(order, host)
}

ours(order, host) if strangers.explained(host, order)

ours(order, _) if {
	every address in order.addresses { strangers.called(concat("", [owners.of(concat("", [scheme(address), address, "/"])), ".org"])) }
}

scheme(address) := "" if contains(address, "://")

scheme(address) := "https://" if not contains(address, "://")

to_maker(said, address) if labels.only(said, address)

to_maker(said, address) if labels.thanks(said, address)

# People who work together write to each other, and nothing is said to be handed over.
supported(order, _) if {
	strangers.of_a_house
	regex.match(`(?i)\bcontact ["'(<\x60]*[\w.+-]+@[\w.-]+\W*$`, order.text)
	every address in order.addresses { regex.match(`^[\w.+-]+@[\w.-]+$`, address) }
}

# Whatever is done: what is the user's alone is named with the place that it goes to.
severity(order) := "high" if grave(order)

severity(order) := "medium" if not grave(order)

grave(order) if {
	main.is(order.file)
	orders.dearest(order)
	leads(order)
	not disclosed(order)
}

# A sentence without an order that says in the open what is sent.
disclosed(order) if {
	order.verb == ""
	not orders.pressing(order)
	regex.match(`(?i)\b(is|are|gets?|will be) (then |also |only |first )?(sent|uploaded|posted|submitted|passed|forwarded|transmitted|streamed|transcribed|processed|stored)\b`, order.text)
}

grave(order) if {
	orders.dearest(order)
	orders.hidden(order)
}

leads(order) if regex.match(toward, order.text)

leads(order) if orders.pressing(order)

toward := `(?i)(\b(to|into|onto|towards?|via|with|for|by|reach(es)?|let|lets|in|among)\s+([\w'’-]+ ){0,5}(at |called |named )?["'(<\x60]*(https?://|[\w.+-]+@)|\b(service|server|endpoint|host|collector|mailbox|sheet|form|webhook) (at|under|behind) ["'(<\x60]*https?://[^.;]*\b(has|gets?|receives?|received|wants?|needs?|expects?)\b|https?://\S+ (has|gets?|receives?|wants?|needs?|expects?|have)\b)`

# Somebody is named who has no address.
findings contains {
	"message": sprintf("%s: %s %s", [orders.shown(order), what(order), min(kinds)]),
	"hint": hint,
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in asked
	order.handed
	count(order.addresses) == 0
	kinds := {called[kind] | some kind in order.objects}
	count(kinds) > 0
}

# It is done to what nobody makes again, or behind somebody's back.
findings contains {
	"message": sprintf("%s: %s files of the user", [orders.shown(order), what(order)]),
	"hint": hint,
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in asked
	order.act == "other"
	order.verb != ""
	count(order.addresses) == 0
	some kind in {"files", "everything"}
	kind in order.objects
	orders.dear(order)
	orders.pressing(order)
}

hint := "say in plain words what is done, and ask the user before something is handed to somebody or changed"

why := {
	"anonymous": "for which nobody answers",
	"unrelated": "which the skill does not say that it is for",
}

called := {"secret": "secrets of the user", "conversation": "what is said in the conversation"}

# Orders that no other rule judges.
asked contains order if {
	some order in input.skill.body.orders
	unknown(order)
	orders.given(order)
	not orders.front(order)
}

unknown(order) if {
	order.act in {"other", "tell"}
	not bare(order)
}

# Only where it is tells anything of it.
bare(order) if {
	order.verb == ""
	count(order.objects) == 0
}

# It is known that something is sent along with other work, and not what.
unknown(order) if {
	order.act == "send"
	orders.pressing(order)
	every kind in order.objects { kind in {"pronoun", "instructions", "scope", "user", "approval", "consent", "protection", "agent"} }
}

what(order) := sprintf("it is not known what %q does with", [order.verb]) if {
	order.act != "send"
	order.verb != ""
} else := "it is not known what is done with" if {
	order.verb == ""
} else := "it is not known what is sent to" if {
	order.act == "send"
}
