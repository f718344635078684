# METADATA
# title: Names that stand for others
# description: >-
#   Whether a host or the name of an account is nobody's, but what whoever reads it puts their own in
#   for. Of a host the name that is registered says so: what stands before that is chosen by whoever has
#   the domain. Of an account all of its words have to be such as are nobody's name.
package skillctl.lib.placeholders

import data.skillctl.tables.hosting
import data.skillctl.tables.placeholders as table
import data.skillctl.tables.tenants

# A part of it is left open.
open(text) if regex.match(`[$<>{}%*\[\]…]|\.\.\.`, text)

# The name of a domain, as it is registered.
# What stands in brackets may be a number, which is somebody's.
domain(name) if {
	open(name)
	not regex.match(`^\[[0-9a-f:.]+\]$`, name)
}

domain(name) if {
	labels := split(name, ".")
	labels[count(labels) - 1] in table.reserved
}

domain(name) if name in table.domains

domain(name) if {
	labels := split(name, ".")
	labels[count(labels) - 1] in table.tops
	anybodys(labels[0])
}

# "your.cloud"
domain(name) if {
	labels := split(name, ".")
	count(labels) == 2
	labels[0] in {"my", "our", "your"}
}

# Where anybody gets a name for nothing, the name is the account.
domain(name) if {
	labels := split(name, ".")
	count(labels) > 2
	concat(".", array.slice(labels, 1, count(labels))) in free
	account(labels[0])
}

free := {name | some name in hosting.free}

# One letter alone is no name either: nobody gets it below the oldest domains.
anybodys(label) if regex.match(`^([a-z]|x{2,}|y{2,}|z{2,})$`, label)

anybodys(label) if label in labels

# "your-company", "mysite"
anybodys(label) if {
	some own in table.own
	startswith(label, own)
	rest := trim_prefix(trim_prefix(label, own), "-")
	rest != ""
	every word in split(rest, "-") { common(word) }
}

labels := {label | some label in table.labels}

# All words of the name are such as stand for any, and one of them says so.
account(name) if open(name)

account(name) if {
	words := [lower(word) | some word in regex.split(`[^A-Za-z0-9]+`, name); word != ""]
	count(words) > 0
	every word in words { common(word) }
	some word in words
	marker(word)
}

# All words of a name are such as many names have: it may be anybody's, also the writer's own.
anybodys_account(name) if {
	words := [lower(word) | some word in regex.split(`[^A-Za-z0-9]+`, name); word != ""]
	count(words) > 0
	every word in words { common(word) }
}

# A name in capitals is that of a variable: "PROJECT-ID".
account(name) if regex.match(`^[A-Z]{2,}([-_][A-Z]+)*([.]|$)`, name)

marker(word) if word in markers

marker(word) if regex.match(`^(x{3,}|y{3,}|z{3,}|[a-z]{0,3}(0{5,}|1{6,})\d*|\d*(12345|98765)\d*|abc(123|def)\w*|1a2b3c\w*)$`, word)

# "mybucket"
marker(word) if {
	some own in table.own
	startswith(word, own)
	trim_prefix(word, own) in words
}

common(word) if marker(word)

common(word) if word in words

# "central1", "bucket2"
common(word) if regex.replace(word, `\d{1,2}$`, "") in words

common(word) if regex.match(`^([a-z]{1,2}|v?\d{1,4})$`, word)

markers := {word | some word in table.markers}

words := {word | some word in array.concat(table.words, tenants.generic)} | labels
