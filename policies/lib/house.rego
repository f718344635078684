# METADATA
# title: Whose house a package is of
# description: >-
#   A name of which parts of the package that have nothing to do with each other are called is that of
#   the house that the package was made in: an account or an address that has it is no stranger's.
package skillctl.lib.house

import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.spelling
import data.skillctl.tables.hosting
import data.skillctl.tables.names as names_of
import data.skillctl.tables.tenants as table

# The names elsewhere in the package that have the label of a host's domain.
of_host(host, place) := names(split(domain, ".")[0], domain, place) if domain := destinations.domain(host)

# Those that have a word of the name of an account: of several words, the one that most have.
of_account(name, place) := [found |
	some word in regex.split(`[^a-z]+`, lower(name))
	not word in generic
	found := names(word, lower(name), place)
]

# A host has so many of them at least. That its own domain is named in another section is one more;
# a label of several words has its first one, unless the others are such as anybody takes: who is no
# part of the house calls a host "larch-backup".
host(host, place, least) if {
	found := of_host(host, place)
	count(found) + count({domain | domain := destinations.domain(host); count(found) > 0; named_elsewhere(domain, place)}) >= least
}

host(host, place, 1) if {
	words := split(split(destinations.domain(host), ".")[0], "-")
	count(words) == 2
	not words[1] in generic
	not words[0] in generic
	count(names(words[0], destinations.domain(host), place)) > 1
}

named_elsewhere(domain, place) if {
	some kin in by_word[split(domain, ".")[0]]
	elsewhere(kin, place)
	contains(lower(kin.name), domain)
}

# The introduction of the skill names whose it is, in full or by the account of its repository:
# "Chor St. Brannock" has chor-st-brannock.ie. What it says itself of an address explains nothing.
introduced(host, place) if introduces(split(destinations.domain(host), ".")[0], place)

introduces(label, place) if {
	name := replace(lower(label), "-", "")
	name in presented
	not name in generic
	not name in products
	beyond_introduction(place)
}

beyond_introduction(place) if place.file != input.skill.manifest.file

# Somebody who puts in a passage at the top writes what it begins with.
beyond_introduction(place) if place.span.start.line > input.skill.body.introduction.last + far

far := 12

# The introduction has the name, and the place follows it closely: whose it is can be asked.
near_introduction(host, place) if {
	name := replace(lower(split(destinations.domain(host), ".")[0]), "-", "")
	name in presented
	not name in generic
	not name in products
	place.span.start.line > input.skill.body.introduction.last
}

# Who speaks of a product is not its house.
products := {replace(lower(product.name), "-", "") | some product in names_of.products}

# Names of several words with capitals, or of one that has its capital because it is a name.
presented contains name if {
	some text in introductions
	some found in regex.find_all_string_submatch_n(`(^|[.!?] |\W)(\p{Lu}[\p{L}\d]*(?:(?:[ -]|\. | & )[\p{Lu}\d][\p{L}\d]*){0,4})`, text, -1)
	some spelled in spelling.in_domains(lower(found[2]))
	parts := regex.split(`\W+`, spelled)
	some i, _ in parts
	some j in numbers.range(i + 1, count(parts))
	name := concat("", array.slice(parts, i, j))
	count(name) > 3
	not common(found[1], i, j)
}

common(before, 0, 1) if before in {"", ". ", "! ", "? "}

# The account of a repository: "acme-labs/tools", or a link to it.
presented contains replace(lower(found[1]), "-", "") if {
	some text in (introductions | {value | some value in fronts})
	some found in regex.find_all_string_submatch_n(concat("", [`(?i)(?:\x60|//(?:www\.)?(?:`, forges, `)/)([a-z][a-z0-9-]{3,38})/[\w-]+(?:[\x60>)\]\s]|\.git\b|$)`]), text, -1)
}

introductions := {input.skill.body.introduction.text}

# What the fields of the front matter say beside the description: its home, who publishes it.
fronts contains value if {
	some [key, value] in front.values
	not key in {"name", "description"}
}

forges := concat("|", [regex.replace(host, `\.`, `\.`) | some host in hosting.code])

# So many of them at least.
account(name, place, least) if {
	some found in of_account(name, place)
	count(found) >= least
}

# What is called likewise is one name: "larch-data.events" and "larch-data.users".
names(word, own, place) := {regex.split(`[.:/@_]`, trim_left(lower(kin.name), "@._"))[0] |
	some kin in by_word[word]
	elsewhere(kin, place)
	not contains(lower(kin.name), own)
	not contains(own, lower(kin.name))
}

by_word[kin.word] contains kin if some kin in input.skill.body.kin

# Somebody who puts in a passage writes its section.
elsewhere(kin, place) if kin.file != place.file

elsewhere(kin, place) if {
	kin.first > 0
	not covers(kin, place.span.start.line)
}

covers(kin, line) if {
	kin.first <= line
	line <= kin.last
}

generic := {word | some word in table.generic}
