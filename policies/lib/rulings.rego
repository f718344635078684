# METADATA
# title: What is laid down for somebody alone
# description: >-
#   A paragraph names somebody or something of which nothing else of the skill speaks, and lays
#   down what comes out for it: nothing is told of it, it counts as good, comes first or is let
#   in. A skill that is of somebody or for somebody speaks of them elsewhere, too; one that knows
#   no such name works the same for all.
package skillctl.lib.rulings

import data.skillctl.lib.leans
import data.skillctl.lib.orders
import data.skillctl.lib.shown
import data.skillctl.lib.told
import data.skillctl.tables.names
import data.skillctl.tables.packages
import data.skillctl.tables.rulings as table
import data.skillctl.tables.services

outcomes := {kind | some kind in table.outcomes}

# What a paragraph has come out for a stranger, and how grave that is.
partial(ruling) := [grade, named, kind] if {
	plain(ruling)
	found := [[rank, name.name, kind] |
		some name in strangers(ruling)
		kinds := around(ruling, name, 1)
		wide := around(ruling, name, 3)
		not "asked" in wide
		some kind in (outcomes & kinds)
		rank := weight(wide)
	]
	count(found) > 0
	[rank, named, kind] := max(found)
	grade := ["medium", "high"][rank]
}

# It is said in the skill's own words, and no example.
plain(ruling) if {
	every part in ruling.parts { not "sample" in part }
	count({name.name | some name in ruling.names}) <= most
	every words in [ruling.heading, object.get(ruling, "above", "")] {
		not regex.match(leans.lessons, words)
		not regex.match(orders.lesson, words)
	}
	not regex.match(leans.warned, ruling.text)
	not shown.only(object.union(ruling, {"text": trim_left(ruling.text, "| ")}))
	not object.get(ruling, "cited", false)
	not ruling.fenced
	not regex.match(`(?i)(^|/)(licen[cs]es?|notice|copying|copyright|third[-_]?party|changelog|changes|history)([._-][^/]*)?$`, ruling.file)
}

# A list of many names says what sort of thing is meant.
most := 4

# The kinds of the sentence with a name, and of some behind it.
around(ruling, name, behind) := {kind |
	some part in array.slice(ruling.parts, name.part, (name.part + 1) + behind)
	some kind in part
}

# Nothing else of the skill, and no table of what is known, has the name.
strangers(ruling) := [name |
	some name in ruling.names
	name.places == 0
	not known(name)
]

# "Bing Webmaster Tools" is of Bing.
known(name) if regex.find_n(`[\p{L}\d]+`, lower(name.name), 1)[0] in renowned

known(name) if trim(lower(name.name), "@/*") in libraries

renowned contains product.name if some product in names.products

renowned contains split(domain, ".")[0] if {
	some domains in services.services
	some domain in domains
}

libraries contains name if {
	some list in [packages.pypi, packages.npm]
	some name in list
}

# That nobody is told, or that it is so whatever else is, along with what comes out. Where the skill
# judges nothing by what it says of itself, and where two things are only laid down, somebody is asked.
weight(kinds) := 1 if {
	judges
	kept(kinds)
} else := 1 if {
	judges
	"deaf" in kinds
	count(kinds & outcomes) > 1
} else := 0 if {
	kept(kinds)
} else := 0 if {
	count(kinds & outcomes) > 1
}

# Something comes out, and nobody is told: that nothing is told is not both.
kept(kinds) if {
	"untold" in kinds
	count((kinds & outcomes) - {"unsaid"}) > 0
}

# The description says that it judges something: what comes out is then to follow from what is so.
judges if regex.match(concat("", [`(?i)\b(`, table.judging, `)\b`]), told.description)
