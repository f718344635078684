# METADATA
# title: Who is a stranger to a skill
# description: >-
#   Whether anything explains a host: nobody is known to have it, the skill does not say that it is for
#   it, asks for no key of it, and is not called like it; and how openly the skill speaks of it.
package skillctl.lib.strangers

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.house
import data.skillctl.lib.leads
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.spelling
import data.skillctl.lib.told
import data.skillctl.tables.beside
import data.skillctl.tables.contacts as table
import data.skillctl.tables.credentials
import data.skillctl.tables.hosting
import data.skillctl.tables.names
import data.skillctl.tables.packages
import data.skillctl.tables.services
import data.skillctl.tables.vendors

# Nothing explains the host of something that stands at a place of the package.
at(host, place) if {
	outside(host)
	not explained(host, place)
}

# The same of what the description itself says, which does not explain itself.
in_front(host) if {
	outside(host)
	not destinations.domain(host) in beside_description
	not called(host)
	count(object.get(places, destinations.domain(host), [])) == 0
}

outside(host) if {
	not addresses.local(host)
	not stands_for_another(host)
	not known(host)
	not issues(host)
}

# Who anybody may be is nobody's service, however often the skill names it.
explained(host, place) if {
	not nobodys(host)
	explains(host, place)
}

nobodys(host) if {
	addresses.anonymous(host)
	not orders.shared(host)
}

explains(host, _) if destinations.domain(host) in destinations.declared

# A word of the description is a name where it has a capital, or is one of those of the skill.
explains(host, _) if {
	destinations.mentioned(host)
	not orders.coincident(host)
	named(host)
}

explains(host, _) if called(host)

# The skill has the name of the domain, and its description has no such word.
explains(host, _) if {
	count(label(host)) > 5
	label(host) in split(told.name, "-")
	not contains(told.description, label(host))
}

explains(host, place) if house.introduced(host, place)

explains(host, place) if house.host(host, place)

named(host) if destinations.proper(host)

named(host) if contains(regex.replace(lower(told.name), `[^a-z0-9]`, ""), label(host))

named(host) if {
	some other in destinations.declared
	label(other) == label(host)
}

# It is written in a way that no word is: "caldav-2", "iCloud".
named(host) if regex.match(`[0-9-]`, label(host))

named(host) if {
	some word in regex.find_n(`\b\p{Ll}+\p{Lu}\w*`, told.description, -1)
	lower(word) == label(host)
}

label(host) := split(destinations.domain(host), ".")[0]

# How often the text, far from the place, has the name of the domain.
spoken(host, place) := object.get(object.get(place, "spoken", {}), split(destinations.domain(host), ".")[0], 0)

# The domains of the fields of the front matter beside the description.
beside_description contains destinations.domain(host) if {
	some [key, value] in front.values
	key != "description"
	some host in (addresses.named(value) | destinations.bare(value))
}

# The skill is one of people who work together, "on our servers": what only they know is theirs as
# often as not. What others say of it, in quotes, is no word of theirs.
of_a_house if regex.match(table.ours, regex.replace(told.description, `"[^"]*"`, " "))

# A name that stands for another one: "a@b.com", "user@firm.tld", "attacker.com".
stands_for_another(host) if destinations.placeholder(host)

stands_for_another(host) if {
	not contains(host, ".")
	not addresses.anonymous(host)
}

stands_for_another(host) if remarks.placeholder(host)

# Somebody who is known has the host: who makes a product, offers a service, issues a key, hands out
# packages or libraries, or keeps what others put there.
known(host) if {
	labels := split(host, ".")
	some i, _ in labels
	concat(".", array.slice(labels, i, count(labels))) in well_known
	not destinations.domain(host) == host
}

known(host) if destinations.domain(host) in well_known

# Nobody gets a name there but who governs, teaches or is a body of states.
known(host) if regex.match(`\.(gov|mil|edu|int)(\.[a-z]{2})?$`, host)

known(host) if {
	some one in vendors.installers
	some place in one.at
	split(place, "/")[0] == host
}

well_known := (makers | keepers) | {host | some list in services.services; some host in list}

makers := {domain | some product in names.products; some domain in product.domains} | {host | some provider in credentials.providers; some host in provider.hosts}

keepers := {host | some host in array.concat(packages.indexes, table.known)} | {host | some list in [hosting.libraries, hosting.pictures, hosting.code]; some host in list}

# An address that holds the account of whoever reads what is sent there, at a host that all know.
holds_account(address) if {
	some hook in beside.hooks
	regex.match(hook, address)
	not regex.match(`(?i)(x{4,}|0{6,}|1234567|your|example|token)`, address)
}

# The skill asks for a key that is called like the host: whoever issued it is who the skill is for.
issues(host) if {
	some [name, value] in front.values
	name != "description"
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
	some found in regex.find_all_string_submatch_n(`(?:^|[\p{L}\d,;:(]["'(]? )(\p{Lu}[\p{L}\d]*(?:(?:[ -]| & | and )[\p{Lu}\d][\p{L}\d]*){0,3})`, told.description, -1)
	some spelled in spelling.in_domains(lower(found[1]))
	some joint in [" and ", " "] # "Larch & Oak" has larchandoak.example or larchoak.example
	parts := regex.split(`[ -]+`, replace(replace(spelled, " & ", " and "), " and ", joint))
	some i, _ in parts
	some j in numbers.range(i + 1, count(parts))
	name := concat("", array.slice(parts, i, j))
	count(name) > 3
	not startswith(lower(told.description), lower(split(found[1], " ")[0]))
}

# The text speaks of the domain at another place than one: in another section, or far from it.
elsewhere(host, place) if count(sections(host, place)) > 0

elsewhere(host, place) if spoken(host, place) > 0

# The sections of documents, other than that of a place, which name the domain of a host.
sections(host, place) := {other.part |
	some other in places[destinations.domain(host)]
	apart(other, place)
}

apart(other, place) if other.file != place.file

apart(other, place) if abs(other.line - place.span.start.line) > around

# The lines around a place that may be about it.
around := 12

# A sentence of the skill leads a reader to the host, and more of the skill is about it: what a licence,
# a list of changes or a test says is about something else.
documented(host, place) if {
	some other in beyond(host, place)
	leads.only(input.skill.body.contacts[other.index])
	house.near_host(host, place)
}

beyond(host, place) := {other |
	some other in places[destinations.domain(host)]
	not within(other, place)
}

within(other, place) if {
	other.file == place.file
	place.span.start.line <= other.line
	other.line <= place.span.end.line
}

# A file of settings or data, which nobody reads for what the skill is about.
settings(file) if {
	some end in table.settings
	endswith(lower(file), concat("", [".", end]))
}

places[destinations.domain(host)] contains {"file": contact.file, "line": contact.span.start.line, "part": [contact.file, contact.section], "index": i} if {
	some i, contact in input.skill.body.contacts
	not regex.match(table.asides, contact.file)
	not settings(contact.file)
	not contact.hidden
	not contact.foreign # orders in it are not read, so that it explains nobody
	not orders.front(contact)
	some host in orders.named(contact.address)
}

places[destinations.domain(host)] contains {"file": command.file, "line": command.span.start.line, "part": [command.file, round(command.span.start.line / 25)], "index": -1} if {
	some command in input.skill.body.commands
	commands.document(command.file)
	not regex.match(table.asides, command.file)
	some host in addresses.named(concat(" ", command.args))
}
