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

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.contacts
import data.skillctl.lib.destinations
import data.skillctl.lib.main

findings contains {
	"message": sprintf("%s sends something to %s, of which the skill says nothing else", [send.call, destinations.called(host)]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and say what it is sent",
	"at": {"file": send.file, "span": send.span},
	"severity": severity(send),
	"locus": commands.locus(send.file),
} if {
	some send in input.skill.body.sends
	send.carries
	send.known < 3 # or the package is full of it
	host := min({host | some host in send.hosts; unexplained(host)})
}

unexplained(host) if {
	not addresses.local(host)
	destinations.relation(host) in {"anonymous", "unrelated"}
	not contacts.nobody(host)
	not contacts.known(host)
	not contacts.issues(host)
	not named(host)
}

# A document of the skill names it.
named(host) if {
	some contact in input.skill.body.contacts
	contains(lower(contact.address), destinations.domain(host))
}

# What the text of a skill shows is run by whoever goes by it.
severity(send) := "high" if {
	main.is(send.file)
} else := "medium" if {
	commands.aside(send.file)
} else := "medium" if {
	commands.sample(send.file)
} else := "medium" if {
	not commands.code(send.file)
} else := "high"
