# METADATA
# title: Who is a stranger to a skill
# description: >-
#   Whether anything explains a host: nobody is known to have it, the skill does not say that it is for
#   it, asks for no key of it, and is not called like it; and how openly the skill speaks of it.
package skillctl.lib.strangers

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.told
import data.skillctl.tables.beside
import data.skillctl.tables.credentials
import data.skillctl.tables.hosting
import data.skillctl.tables.names
import data.skillctl.tables.packages
import data.skillctl.tables.services

# Nothing explains the host of something that stands at a place of the package.
at(host, place) if {
	not addresses.local(host)
	orders.relation(place, host) in {"anonymous", "unrelated"}
	not stands_for_another(host)
	not known(host)
	not issues(host)
	not called(host)
}

# A name that stands for another one: "a@b.com", "user@firm.tld", "attacker.com".
stands_for_another(host) if destinations.placeholder(host)

stands_for_another(host) if regex.match(remarks.placeholder, host)

stands_for_another(host) if regex.match(`(^|[.-])(project|account|bucket|tenant|region|instance|app|site|space|org|resource)-?(id|name)([.-]|$)`, host)

stands_for_another(host) if {
	not addresses.anonymous(host)
	regex.match(`^([a-z]|foo|bar|baz|x+|y+|z+|firm|someone|somebody|some-?(site|host|domain|service|company)|any-?(site|host|domain|service|company)|evil|attackers?|malicious|bad|victim)\.[a-z]+$|\.tld$`, destinations.domain(host))
}

# Somebody who is known has the host: who makes a product, offers a service, issues a key, hands out
# packages or libraries, or keeps what others put there.
known(host) if {
	labels := split(host, ".")
	some i, _ in labels
	concat(".", array.slice(labels, i, count(labels))) in well_known
	not destinations.domain(host) == host
}

known(host) if destinations.domain(host) in well_known

well_known := (makers | keepers) | {host | some list in services.services; some host in list}

makers := {domain | some product in names.products; some domain in product.domains} | {host | some provider in credentials.providers; some host in provider.hosts}

keepers := {host | some host in packages.indexes} | {host | some list in [hosting.libraries, hosting.pictures, hosting.code]; some host in list}

# An address that holds the account of whoever reads what is sent there, at a host that all know.
holds_account(address) if {
	some hook in beside.hooks
	regex.match(hook, address)
	not regex.match(`(?i)(x{4,}|0{6,}|1234567|your|example|token)`, address)
}

# The skill asks for a key that is called like the host: whoever issued it is who the skill is for.
issues(host) if {
	some name, field in input.skill.front.fields
	name != "description"
	walk(field.value, [_, value])
	is_string(value)
	regex.match(`^[A-Z][A-Z0-9_]+$`, value)
	destinations.issuer(value, host)
}

# The description has a name of one or several words with capitals, and so is the domain called:
# "Kestrel CAD" has kestrelcad.com, "Voyage" has voyageai.com. A word that has its capital because a
# sentence begins is no name.
called(host) if {
	label := replace(split(destinations.domain(host), ".")[0], "-", "")
	count(label) > 3
	some name in proper
	some end in ["", "ai", "api", "app", "hq", "io", "dev", "labs"]
	label == concat("", [name, end])
}

proper contains name if {
	some found in regex.find_all_string_submatch_n(`(?:^|[\p{L}\d,;:(]["'(]? )(\p{Lu}[\p{L}\d]*(?:[ -][\p{Lu}\d][\p{L}\d]*){0,3})`, told.description, -1)
	parts := regex.split(`[ -]`, strings.replace_n(accents, lower(found[1])))
	some i, _ in parts
	some j in numbers.range(i + 1, count(parts))
	name := concat("", array.slice(parts, i, j))
	count(name) > 3
	not startswith(lower(told.description), lower(split(found[1], " ")[0]))
}

accents := {"á": "a", "à": "a", "â": "a", "ã": "a", "ä": "a", "ç": "c", "é": "e", "è": "e", "ê": "e", "í": "i", "ñ": "n", "ó": "o", "ô": "o", "õ": "o", "ö": "o", "ú": "u", "ü": "u"}

# The places of the package where a domain is named, other than one: in sentences, links and mail.
elsewhere(host, place) if {
	some other in places[destinations.domain(host)]
	other != [place.file, place.span.start.line]
}

places[destinations.domain(host)] contains [contact.file, contact.span.start.line] if {
	some contact in input.skill.body.contacts
	some host in orders.named(contact.address)
}

places[destinations.domain(host)] contains [link.file, link.span.start.line] if {
	some link in input.skill.body.links
	link.kind in {"url", "email"}
	some host in orders.named(link.target)
}

places[destinations.domain(host)] contains [command.file, command.span.start.line] if {
	some command in input.skill.body.commands
	some host in addresses.named(concat(" ", command.args))
}
