# METADATA
# title: Hosts with the name of what a skill is for
# description: >-
#   Whether a host, or the owner of a repository, is called like something that the
#   front matter names: "Ships logs with Vector" and sh.vector.dev. That is no proof of
#   who answers there, but no stranger out of nowhere either: a person has to look.
package skillctl.lib.namesake

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.relation
import data.skillctl.lib.told
import data.skillctl.tables.credentials
import data.skillctl.tables.hosting
import data.skillctl.tables.vendors

# What the front matter says that the skill is and needs.
spoken := concat(" . ", [value |
	some key in ["name", "title", "description", "requires", "metadata"]
	walk(input.skill.front.fields[key].value, [_, value])
	is_string(value)
	not contains(value, "://")
])

words := [word | some word in regex.split(`[^a-z0-9]+`, lower(spoken)); word != ""]

# Names of one to three words: "pihole" of "Pi-hole", "ohmyzsh" of "Oh My Zsh".
names := {word | some word in words; count(word) > 2; not word in common} | {name |
	some i, word in words
	some n in [2, 3]
	i + n <= count(words)
	name := concat("", array.slice(words, i, i + n))
	count(name) > 4
}

# Words of everyday that are nobody's name.
common := {"agent", "agents", "assistant", "auto", "cloud", "code", "data", "dev", "file", "files", "get", "help", "helper", "install", "installer", "net", "new", "online", "run", "server", "service", "setup", "skill", "skills", "sync", "tool", "tools", "update", "web"}

# Every host that a program asks for code is one, and it is asked in a way that nobody on
# the way can change.
all_of(step) if {
	hosts := asked(step)
	count(hosts) > 0
	every host in hosts { answered(host, step) }
	not addresses.plain(concat(" ", step.args))
	not unguarded(step)
}

answered(host, _) if one(host)

# A forge names who answers for each of its repositories. Where the front matter has a home
# on one, another owner is a stranger, and so is who calls a repository like that of a vendor.
answered(host, step) if {
	host in vendors.shared
	not startswith(host, "gist.")
	count(at_forges) == 0
	shown := lower(concat(" ", step.args))
	not regex.match(`/\.\.(/|$)|%2e`, shown)
	not posing(shown)
}

at_forges := {place | some place in relation.declared; split(place, "/")[0] in vendors.shared}

posing(shown) if {
	some place in relation.vendors_at
	parts := split(lower(place), "/")
	parts[0] in vendors.shared
	count(parts) > 1
	contains(shown, sprintf("/%s/", [parts[1]]))
	not contains(shown, sprintf("%s/%s/", [parts[0], parts[1]]))
}

# Where an address is written out, a name with a dot beside it is a file.
asked(step) := written if {
	written := addresses.named(concat(" ", step.args))
	count(written) > 0
} else := addresses.asked(step)

one(host) if {
	not addresses.anonymous(host)
	not given_away(host)
	called(split(destinations.domain(host), ".")[0])
}

# Providers of services whose keys are known are no strangers.
one(host) if {
	some provider in credentials.providers
	some known in provider.hosts
	destinations.below(host, known)
	not given_away(host)
	not host in vendors.shared
	not host in hosting.pages
}

# Below a domain that only who governs, teaches or is a body of states gets, all names are its: "NCBI" is at
# ncbi.nlm.nih.gov.
one(host) if {
	regex.match(`\.(gov|mil|edu|int)(\.[a-z]{2})?$`, host)
	some label in split(host, ".")
	called(label)
}

called(label) if regex.replace(label, `[^a-z0-9]`, "") in names

# "datadoghq", "k3d-io". Who adds what any program may be called, as in "k3d-cli", to a name that
# the skill does not bear, but only speaks of, may be anybody.
called(label) if {
	found := regex.find_all_string_submatch_n(`^(.{3,}?)-?(hq|io|cli|labs?|app|dev|sh|project|org|free)$`, label, 1)
	stem := regex.replace(found[0][1], `[^a-z0-9]`, "")
	stem in names
	borne(stem, label)
}

borne(_, label) if not regex.match(`-(cli|app|dev)$`, label)

borne(stem, _) if contains(regex.replace(lower(told.name), `[^a-z0-9]`, ""), stem)

# A name that anybody gets for nothing is not the name of its owner.
given_away(host) if {
	some name in hosting.free
	destinations.below(host, name)
}

# Its certificate is not looked at, or somebody is put in between.
unguarded(step) if {
	some arg in step.args
	regex.match(`^--(proxy|preproxy|socks|connect-to|resolve|insecure|no-check-certificate|config|doh-url)|^-(x|K|[A-Za-z]*k[A-Za-z]*)$`, arg)
}
