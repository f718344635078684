# METADATA
# title: Changes whom mail or money goes to
# description: >-
#   The text has the model put another recipient, address or account in the place of the one
#   that the user named, or pay an account that the text names itself.
# custom:
#   code: INJ-020
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["other-recipient"]

import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.leans
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.refusals
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s: %s", [orders.shown(order), what]),
	"hint": "leave it out; mail and money go to whom the user names, and a change is shown to the user first",
	"at": {"file": order.file, "span": order.span},
	"severity": severity,
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	orders.given(order)
	not orders.front(order)
	[severity, what] := judged(order)
}

# A program puts its own account in the place of one that was copied.
findings contains {
	"message": sprintf("the program looks at what was copied and has an account of its own for it: %s", [text.cited(text.clip(laid.to[0], 60))]),
	"hint": "leave it out; money goes to whom the user names",
	"at": {"file": laid.file, "span": laid.span},
	"severity": "high",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "swap"
	commands.code(laid.file)
}

# A copy of what is sent goes to a stranger, whoever it is sent to.
findings contains {
	"message": sprintf("%s: a copy goes to %s, whom the user did not name", [text.cited(text.clip(trim_space(lean.text), 120)), destinations.called(host)]),
	"hint": "leave it out; mail goes to whom the user names",
	"at": {"file": lean.file, "span": lean.span},
	"severity": severity,
	"locus": "instruction",
} if {
	some lean in leans.told_of
	[severity, host] := leans.copied(lean)
}

findings contains {
	"message": sprintf("%s: money goes to an account that the text names, in place of another or without a word", [text.cited(text.clip(trim_space(lean.text), 120))]),
	"hint": "leave it out; money goes to whom the user names, and a change is shown to the user first",
	"at": {"file": lean.file, "span": lean.span},
	"locus": "instruction",
} if {
	some lean in leans.bodied
	leans.repaid(lean)
}

judged(order) := [weight(order), sprintf("it goes to %s, whom the user did not name", [min(strangers(order))])] if {
	exchanges(order)
	count(strangers(order)) > 0
	firm(order)
} else := ["medium", sprintf("it goes to %s, whom the user did not name", [min(strangers(order))])] if {
	exchanges(order)
	count(strangers(order)) > 0
} else := ["high", "whom it goes to is changed, and the user is not to know"] if {
	exchanges(order)
	orders.covert(order)
}

weight(order) := "high" if main.is(order.file)

weight(order) := "high" if {
	not main.is(order.file)
	orders.covert(order)
}

weight(order) := "medium" if {
	not main.is(order.file)
	not orders.covert(order)
}

# Another one is put in the place of somebody, or money is sent.
exchanges(order) if {
	order.act in {"swap", "keep", "send", "place"}
	"recipient" in order.objects
	regex.match(whom, order.text)
}

exchanges(order) if {
	order.act in {"swap", "send", "pay"}
	"money" in order.objects
}

exchanges(order) if {
	order.act == "delete"
	count(order.accounts) > 0
	regex.match(whom, order.text)
	not taken_away(order)
}

exchanges(order) if {
	order.act in {"pay", "send"}
	count(order.accounts) > 0
}

# All that is done with the account is that it loses something.
taken_away(order) if {
	every account in order.accounts { refusals.refuses(order.text, regex.replace(account, `^account `, "")) }
}

whom := `(?i)\b(recipients?|guests?|attendees?|invitees?|participants?|collaborators?|members?|viewers?|editors?|owners?|admin(istrator)?s?|subscribers?|watchers?|followers?|reviewers?|addressees?|payees?|beneficiar(y|ies)|address(es)?|accounts?|ibans?|numbers?|wallets?|reply-?to|b?cc|details|instructions|links?|to (field|line|header))\b`

# Accounts, and hosts that the skill is not for; a place for an example is nobody's.
strangers(order) := accounts | hosts if {
	accounts := {account | some account in order.accounts}
	hosts := {host |
		some host in orders.hosts(order)
		orders.relation(order, host) in {"anonymous", "unrelated"}
		not regex.match(`(^|\.)(example\.(com|org|net)|test|invalid)$`, host)
		some address in order.addresses
		contains(address, "@")
		not destinations.mentioned(host)
	}
}

# Whatever the user says, each time, or behind somebody's back.
firm(order) if orders.overruling(order)

firm(order) if orders.pressing(order)

firm(order) if orders.covert(order)

firm(order) if order.posed
