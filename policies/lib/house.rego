# METADATA
# title: Whose house a package is of
# description: >-
#   A name of which parts of the package that have nothing to do with each other are called is that of
#   the house that the package was made in: an account or an address that has it is no stranger's.
package skillctl.lib.house

import data.skillctl.lib.destinations
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
