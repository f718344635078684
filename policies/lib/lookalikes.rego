# METADATA
# title: Addresses that look like those of somebody else
# description: Whether a host has the name of a well-known product and does not belong to who makes it.
package skillctl.lib.lookalikes

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.tables.hosting
import data.skillctl.tables.names

# The product whose name a host has, or nearly has.
of(host) := min({product.name |
	label := named(host)
	some product in candidates(host)
	taken_for(host, label, product)
	not belongs(host)
}) if {
	not addresses.local(host)
	not destinations.domain(host) in destinations.declared
}

# The products whose names a label may have, or nearly have: of all hosts that a text names
# only a few are compared with each of them.
candidates(host) := {product | some product in names.products} if {
	regex.match(any_name, replace(host, "-", ""))
} else := {product |
	label := named(host)
	some near_size in [-1, 0, 1]
	some product in object.get(of_size, shape(label, near_size), set())
}

any_name := concat("|", [product.name | some product in names.products])

of_size[shape(product.name, 0)] contains product if some product in names.products

# The first letter and the length, as an eye takes them.
shape(name, more) := sprintf("%s%d", [substring(folded(name), 0, 1), count(folded(name)) + more])

# The part of a host that its owner has chosen.
named(host) := split(destinations.domain(host), ".")[0]

belongs(host) if {
	some product in names.products
	some known in product.domains
	destinations.below(host, known)
	not lent(host, known)
}

# Anybody gets a name below the domain.
lent(host, known) if {
	known in destinations.free
	host != known
}

taken_for(_, label, product) if alike(label, product.name)

# All of a domain in front of another one: "github.com.git-mirror.io", "ghcr-io.com".
taken_for(host, label, product) if {
	some known in product.domains
	not known in destinations.free # where anybody has a name
	whole(host, label, known)
}

whole(host, _, known) if contains(concat("", [".", host]), concat("", [".", known, "."]))

whole(_, label, known) if label == replace(known, ".", "-")

# The name with words that say nothing: "openclaw-cli", "getclaude", "openai-api-proxy".
alike(label, name) if {
	count(label) > count(name)
	contains(label, name)
	regex.match(concat("", ["^(-?(", names.added, ")-?)+$"]), replace(label, name, ""))
}

alike(label, name) if {
	count(name) > 5
	near(label, name)
}

# The word is a name but for what an eye passes over: a sign that looks like another, two that are
# exchanged, one left out, one doubled, or a hyphen. Another letter makes another word: openaq is
# not openai.
near(word, name) if {
	word != name
	replace(folded(word), "-", "") == replace(folded(name), "-", "")
}

near(word, name) if {
	count(word) == count(name)
	some i in numbers.range(1, count(name) - 2)
	word == concat("", [substring(name, 0, i), substring(name, i + 1, 1), substring(name, i, 1), substring(name, i + 2, -1)])
	word != name
}

near(word, name) if {
	count(word) == count(name) - 1
	some i in numbers.range(1, count(name) - 1)
	word == without(name, i)
}

near(word, name) if {
	count(word) == count(name) + 1
	some i in numbers.range(1, count(word) - 1)
	substring(word, i, 1) == substring(word, i - 1, 1)
	name == without(word, i)
}

without(word, i) := concat("", [substring(word, 0, i), substring(word, i + 1, -1)])

# Signs that are taken for each other.
folded(name) := strings.replace_n(names.taken_for, lower(name))

# Anybody gets a name below such a domain.
free(host) if {
	some name in hosting.free
	destinations.below(host, name)
}
