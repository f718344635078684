# METADATA
# title: Whose house a package is of
# description: >-
#   A name of which parts of the package that have nothing to do with each other are called is that of
#   the house that the package was made in: an account or an address that has it is no stranger's. What
#   somebody has written who put in a passage explains nothing, so that neither the sections beside it nor
#   a file to which it alone leads count, and a few names in one more place are few.
package skillctl.lib.house

import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.spelling
import data.skillctl.tables.contacts as said
import data.skillctl.tables.hosting
import data.skillctl.tables.names as names_of
import data.skillctl.tables.tenants as table

# The package is full of the name of a host's domain.
host(host, place) if grounded(label(host), place)

# Some of the package has it. A label of several words has its first one, unless the others are such as
# anybody takes: who is no part of the house calls a host "larch-backup".
near_host(host, place) if partly(label(host), place)

near_host(host, place) if {
	words := split(label(host), "-")
	count(words) == 2
	not words[1] in generic
	not words[0] in generic
	grounded(words[0], place)
}

# The same of a word of the name of an account.
account(name, place) if {
	some word in parts_of(name)
	grounded(word, place)
}

near_account(name, place) if {
	some word in parts_of(name)
	partly(word, place)
}

parts_of(name) := {word | some word in regex.split(`[^a-z]+`, lower(name)); not word in generic}

label(host) := split(destinations.domain(host), ".")[0]

# Half of the sections besides that of the place have the name, or two files to which others lead.
grounded(word, place) if {
	n := count(named_in(word, place))
	n > 1
	2 * n >= count(others(place))
}

grounded(word, place) if count(shipped(word, place)) > 1

# Several sections have it that are apart from the place, or one such file.
partly(word, place) if count(shipped(word, place)) > 0

partly(word, place) if {
	n := count(named_in(word, place))
	n > 0
	2 * n >= count(others(place))
}

partly(word, place) if {
	n := count(apart(word, place))
	n > 1
	3 * n >= count(others(place))
}

partly(word, place) if count(apart(word, place)) > 2

# The sections of SKILL.md, by the lines that they begin in; the first may begin without a heading.
sections := {1} | {line | some line in input.skill.body.sections; line >= input.skill.body.span.start.line}

ordered := sort([line | some line in sections])

section(line) := max([begin | some begin in sections; begin <= line])

# Those that are the place's own: where it stands, or who leads to its file.
own(place) := {section(place.span.start.line)} if {
	place.file == input.skill.manifest.file
} else := {section(link.span.start.line) |
	some link in links_to[place.file]
}

links_to[link.path] contains link if {
	some link in input.skill.body.links
	link.file == input.skill.manifest.file
	link.path
}

# What begins without a heading is none of them where there is nothing but front matter.
others(place) := (sections - own(place)) - untitled

untitled := {1} if {
	some line in sections
	line > 1
	line <= input.skill.body.span.start.line + 2
} else := set()

# The sections besides that have the name.
named_in(word, place) := {begin |
	some kin in by_word[word]
	kin.file == input.skill.manifest.file
	begin := section(kin.first)
	begin in others(place)
}

# Those of them that do not hang together with the place: a passage may have several sections.
apart(word, place) := {begin |
	with_name := named_in(word, place)
	some begin in with_name
	every one in own(place) { not joined(begin, one, with_name) }
}

joined(a, b, with_name) if {
	every line in {line | some line in sections; line > min([a, b]); line < max([a, b])} { line in with_name }
}

# The files that have it to which a section leads that is not about it.
shipped(word, place) := {kin.file |
	some kin in by_word[word]
	kin.file != place.file
	kin.file != input.skill.manifest.file
	not regex.match(said.asides, kin.file)
	some link in links_to[kin.file]
	begin := section(link.span.start.line)
	not begin in own(place)
	not begin in named_in(word, place)
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

by_word[kin.word] contains kin if some kin in input.skill.body.kin

generic := {word | some word in table.generic}
