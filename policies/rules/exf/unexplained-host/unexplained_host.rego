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
import data.skillctl.lib.destinations
import data.skillctl.lib.house
import data.skillctl.lib.main
import data.skillctl.lib.placeholders
import data.skillctl.lib.strangers
import data.skillctl.lib.tenants
import data.skillctl.lib.tests

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

# So does an account at a host that many share: the store, the form, the channel or the repository of
# somebody.
findings contains {
	"message": sprintf("%s sends something to %s, which nothing in the skill explains", [send.call, tenants.called(tenant)]),
	"hint": "leave it out, or let the user name whose account it is; if the skill is for that account, name it in the description and say what it is sent",
	"at": {"file": send.file, "span": send.span},
	"severity": graded(send, tenant),
	"locus": commands.locus(send.file),
} if {
	some send in input.skill.body.sends
	send.carries
	not followed(send)
	not by_host(send)
	tenant := first([one | some one in send.tenants; tenants.stranger(one); not published(one); not of_house(one, send)])
}

first(list) := list[0]

# The package is full of its name; where a document shows it, some of it is enough.
of_house(tenant, send) if house.account(tenant.name, send)

of_house(tenant, send) if {
	house.near_account(tenant.name, send)
	shared(send, tenant) == "medium"
}

by_host(send) if {
	some host in send.hosts
	unexplained(host, send)
}

# The place of a repository that documents lead to.
published(tenant) if {
	tenant.service in {"GitHub", "a place for repositories", "Hugging Face", "a registry of images"}
	tenant.told
	tenant.known > 1
}

# The package has other things of that name.
graded(send, tenant) := "medium" if {
	house.near_account(tenant.name, send)
} else := "medium" if {
	# "team-site": whoever wrote it may have put it for any.
	placeholders.anybodys_account(tenant.name)
} else := shared(send, tenant)

# A document that shows it says where something goes to; where no word of the package is about the
# service, nobody looks for it there.
shared(send, tenant) := "high" if {
	commands.code(send.file)
	severity(send) == "high"
	not tenant.told
} else := "high" if {
	# A command that the skill has run, for an account that stands in it alone.
	main.is(send.file)
	send.way == "tool"
	tenant.known == 0
} else := "high" if {
	tenant.known == 0
	tenant.spoken == 0
	not commands.aside(send.file)
	not commands.sample(send.file)
} else := "medium"

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
	not strangers.documented(host, send)
}

# What is sent has a reader whose account is written in the address.
unexplained(_, send) if send.hook

# What documents show can be seen by whoever reads them.
severity(send) := "medium" if {
	commands.aside(send.file)
} else := "medium" if {
	commands.sample(send.file)
} else := "high" if {
	# A command that the skill has run, to a host that stands in it alone.
	main.is(send.file)
	send.way == "tool"
	send.known == 0
	not send.named
	count(send.hosts) > 0
	every host in send.hosts { not addresses.anonymous(host) } # that others judge
} else := "medium" if {
	not commands.code(send.file)
} else := "medium" if {
	send.named
} else := "medium" if {
	send.known > 2 # the package is full of it
} else := "medium" if {
	# A test may have made up who answers.
	tests.named(send.file)
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
