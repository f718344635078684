# METADATA
# title: Program sends to a host that nothing explains
# description: >-
#   A program of the skill sends something to a host that is written in its code alone: neither the
#   description nor any document of the skill is about it, no key is asked for that it issues, and it
#   is none of a service that is known.
# custom:
#   code: EXF-021
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["unexplained-host"]

import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.lib.strangers

findings contains {
	"message": sprintf("%s sends something to %s, which nothing in the skill explains", [send.call, destinations.called(host)]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and say what it is sent",
	"at": {"file": send.file, "span": send.span},
	"severity": severity(send),
	"locus": commands.locus(send.file),
} if {
	some send in input.skill.body.sends
	send.carries
	not followed(send)
	host := min({host | some host in send.hosts; unexplained(host, send)})
}

# What goes there is known, and judged by itself.
followed(send) if {
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	chain.sink.file == send.file
	chain.sink.span.start.line >= send.span.start.line
	chain.sink.span.start.line <= send.span.end.line
	chain.source.kind in {"browser", "environment", "key", "keychain", "login", "variable", "wallet"}
}

unexplained(host, send) if {
	strangers.at(host, send)
	not documented(host)
}

# What is sent has a reader whose account is written in the address.
unexplained(_, send) if send.hook

# A sentence of the skill names it.
documented(host) if {
	some contact in input.skill.body.contacts
	some named in orders.named(contact.address)
	destinations.domain(named) == destinations.domain(host)
}

# What documents show can be seen by whoever reads them.
severity(send) := "medium" if {
	commands.aside(send.file)
} else := "medium" if {
	commands.sample(send.file)
} else := "medium" if {
	not commands.code(send.file)
} else := "medium" if {
	send.named
} else := "medium" if {
	send.known > 2 # the package is full of it
} else := "medium" if {
	# A test may have made up who answers.
	regex.match(`(^|/)(test_[^/]*|[^/]*[._-](test|spec)s?\.[a-z]+)$`, send.file)
} else := "high"

# A program has an address in the numbers of its letters: nobody who reads it sees whose it is.
findings contains {
	"message": sprintf("has the address %q written in numbers, which nothing in the skill explains", [laid.to[1]]),
	"hint": "write the address as text, and say in the description what it is for",
	"at": {"file": laid.file, "span": laid.span},
	"severity": covert_severity(laid),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "covert"
	laid.name == "numbers"
	strangers.at(laid.to[0], laid)
}

covert_severity(laid) := "medium" if {
	commands.aside(laid.file)
} else := "medium" if {
	commands.about_attacks
} else := "high"
