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
	some product in candidates(label)
	alike(label, product.name)
	not belongs(host)
}) if {
	not addresses.local(host)
	not destinations.domain(host) in destinations.declared
}

# The products whose names a label may have, or nearly have: of all hosts that a text names
# only a few are compared with each of them.
candidates(label) := names.products if {
	regex.match(any_name, label)
} else := object.get(of_size, shape(label), set())

any_name := concat("|", [product.name | some product in names.products])

of_size[shape(product.name)] contains product if some product in names.products

# The first letter and the length, which a slip leaves as they are.
shape(name) := sprintf("%s%d", [substring(name, 0, 1), count(name)])

# The part of a host that its owner has chosen.
named(host) := split(destinations.domain(host), ".")[0]

belongs(host) if {
	some product in names.products
	some known in product.domains
	destinations.below(host, known)
}

# The name with a word that says nothing: "openclaw-cli", "getclaude".
alike(label, name) if {
	count(label) > count(name)
	contains(label, name)
	rest := replace(replace(label, name, ""), "-", "")
	regex.match(concat("", ["^(", names.added, ")$"]), rest)
}

# The name with one letter that is another one, or two that are exchanged.
alike(label, name) if {
	count(name) > 5
	count(label) == count(name)
	label != name
	substring(label, 0, 1) == substring(name, 0, 1)
	other := [i | some i in numbers.range(0, count(name) - 1); substring(label, i, 1) != substring(name, i, 1)]
	slip(label, name, other)
}

slip(_, _, other) if count(other) == 1

slip(label, name, other) if {
	count(other) == 2
	other[1] == other[0] + 1
	substring(label, other[0], 1) == substring(name, other[1], 1)
	substring(label, other[1], 1) == substring(name, other[0], 1)
}

# Anybody gets a name below such a domain.
free(host) if {
	some name in hosting.free
	destinations.below(host, name)
}
