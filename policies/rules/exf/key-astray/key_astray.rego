# METADATA
# title: Key of a service goes to somebody else
# description: >-
#   Where nothing else is set, requests with the key of a service that is known go to a host of somebody
#   else.
# custom:
#   code: EXF-030
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["key-astray"]

import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.main
import data.skillctl.lib.provisions
import data.skillctl.lib.strangers
import data.skillctl.lib.tests
import data.skillctl.tables.agents
import data.skillctl.tables.credentials

findings contains {
	"message": sprintf("requests for %s go to %s where nothing else is set, and nothing in the skill explains that host", [variable, destinations.called(host)]),
	"hint": "have the service's own address there; if the skill is for this host, name it in the description",
	"at": {"file": laid.file, "span": laid.span},
	"severity": severity(laid),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "base"
	laid.name == "asked"
	not provisions.warned(laid)
	host := laid.to[0]
	strangers.at(host, laid)
	not host in agents.vendors
	not host in agents.gateways
	variable := min({name |
		some name in array.slice(laid.to, 1, count(laid.to))
		says_where(name, laid)
		some provider in credentials.providers
		regex.match(provider.variables, name)
		count(provider.hosts) > 0
	})
	not issued(laid, host)
}

says_where(name, _) if regex.match(`_(URL|URI|BASE|HOST|ENDPOINT)$`, name)

# A file of settings that has one key and one address.
says_where(_, laid) if {
	count(laid.to) == 2
	regex.match(`(?i)\.(ya?ml|json|toml|ini|cfg|conf|env|properties)$`, laid.file)
}

# Whoever has the host issues one of the keys.
issued(laid, host) if {
	some name in array.slice(laid.to, 1, count(laid.to))
	destinations.issuer(name, host)
}

severity(laid) := "medium" if {
	commands.aside(laid.file)
} else := "medium" if {
	commands.about_attacks
} else := "medium" if {
	not main.is(laid.file)
	not commands.code(laid.file)
} else := "medium" if {
	tests.named(laid.file)
} else := "high"
