# METADATA
# title: Ways of values through programs
# description: What rules about chains share.
package skillctl.lib.chains

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.relation
import data.skillctl.tables.vendors

# From where something is read to where it is used, with the text that has it done.
related(chain, source) := array.concat(told(chain), array.concat(
	[{"at": {"file": chain.source.file, "span": chain.source.span}, "message": source}],
	[{"at": {"file": step.file, "span": step.span}, "message": step.what} | some step in chain.steps],
))

# Where a text has the program run.
told(chain) := array.slice(
	[{"at": {"file": use["in"], "span": use.span}, "message": sprintf("has %s run", [use.file])} |
		some use in input.skill.body.uses
		use.file in {chain.source.file, chain.sink.file}
		use["in"] != use.file
	],
	0, 1,
)

# What a document shows weighs less than what a program does.
lesser(chain, grade) := "medium" if {
	commands.aside(chain.sink.file)
	grade in {"critical", "high"}
} else := grade

# Who hands out what is fetched from some hosts: the worst of them counts.
origin(hosts, veiled) := "veiled" if {
	veiled
} else := "unknown" if {
	count(known(hosts)) == 0
} else := worst(relations(hosts))

worst(found) := "anonymous" if {
	"anonymous" in found
} else := "unrelated" if {
	"unrelated" in found
} else := "shared" if {
	"shared" in found
} else := "linked" if {
	"linked" in found
} else := "declared" if {
	"declared" in found
} else := "vendor" if {
	"vendor" in found
} else := "local"

relations(hosts) := {related_by(host) | some host in known(hosts)}

# A host whose name is known.
known(hosts) := {host |
	some host in hosts
	regex.match(`^(\*\.)?[a-z0-9.:\[\]_-]+$`, host)
}

# A vendor that hands out what it makes is no stranger, and where many have a home
# somebody answers for what is there, but not the owner of the host.
related_by(host) := "vendor" if {
	some place in relation.vendors_at
	destinations.below(host, split(place, "/")[0])
	not shared(host)
} else := "shared" if {
	shared(host)
	not addresses.anonymous(host)
} else := destinations.relation(host)

shared(host) if {
	some place in vendors.shared
	destinations.below(host, place)
}

why := {
	"anonymous": "for which nobody answers",
	"declared": "which is what the skill is for",
	"linked": "which its text names",
	"shared": "where many have files",
	"unknown": "from an address that is not written in the skill",
	"unrelated": "which the skill does not say that it is for",
	"veiled": "whose name is written in a code",
	"vendor": "a vendor of programs",
}

# Of several ways from one place to another only the first is told.
first(chain) if {
	not earlier(chain)
}

earlier(chain) if {
	some i, other in input.skill.body.chains
	other == chain
	some before in array.slice(input.skill.body.chains, 0, i)
	before.sink.kind == chain.sink.kind
	before.sink.span == chain.sink.span
	before.sink.file == chain.sink.file
	before.source.kind == chain.source.kind
	before.source.hosts == chain.source.hosts
	before.source.mixed == chain.source.mixed
}

# What is known of where it goes: the worst of its hosts counts.
sent_to(chain) := {destinations.relation(host) | some host in chain.sink.hosts}

destination(chain) := "veiled" if {
	chain.sink.veiled
	not sent_to(chain) == {"local"}
} else := "anonymous" if {
	"anonymous" in sent_to(chain)
} else := "boxed" if {
	# Whoever wrote the number of an account into the address gets it.
	object.get(chain.sink, "box", false)
} else := "unrelated" if {
	"unrelated" in sent_to(chain)
} else := "linked" if {
	"linked" in sent_to(chain)
} else := "declared" if {
	"declared" in sent_to(chain)
} else := "unknown" if {
	count(chain.sink.hosts) == 0
}

whose := {
	"veiled": "whose name is written in a code",
	"anonymous": "for which nobody answers",
	"boxed": "into an account whose number is written in the program",
	"unrelated": "which the skill does not say that it is for",
	"linked": "which only its text links to",
	"declared": "which is not what they are for",
	"unknown": "that is not written in the skill",
}

target(chain) := "a host" if count(chain.sink.hosts) == 0

target(chain) := concat(" or ", [destinations.called(host) | some host in chain.sink.hosts]) if count(chain.sink.hosts) > 0
