# METADATA
# title: Program runs code that it fetched
# description: >-
#   A program of the package fetches code and has it run, loaded or given to a shell.
#   Whoever has the address decides what runs, today and every time after, and nothing
#   of it is in the package.
# custom:
#   code: EXE-013
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["fetched-code"]

import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.owners
import data.skillctl.tables.hosting

findings contains {
	"message": sprintf("%s %s, %s", [doing(chain), from(chain), chains.why[whose]]),
	"hint": "ship the code as a file of the package, or fetch a fixed release and compare its checksum; name who hands it out in the description",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, sprintf("%s is fetched here", [from(chain)])),
	"severity": severity(chain, grade[0]),
	"confidence": grade[1],
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.source.kind == "network"
	chain.sink.kind in {"evaluate", "run"}
	not chain.source.mixed
	chains.first(chain)
	whose := chains.origin(chain.source.hosts, chain.source.veiled)
	grade := weight(chain, whose)
}

# Whoever copies an example from a document that the manifest sends the agent to has its code
# loaded from a stranger with each start: that is an order wherever it stands.
severity(chain, grade) := grade if {
	chain.sink.channel == "code"
	grade in {"critical", "high"}
	not commands.slighter(chain.sink)
	not commands.about_attacks
} else := chains.lesser(chain, grade)

# What the package makes for the user is given a program of somebody else to load.
findings contains {
	"message": sprintf("puts a program of %s into a page that it makes or changes, %s", [destinations.called(host), chains.why[whose]]),
	"hint": "ship the program as a file of the package; name who hands it out in the description",
	"at": {"file": laid.file, "span": laid.span},
	"severity": "medium",
	"confidence": "medium",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "script"
	laid.name == "inserts"
	commands.code(laid.file)
	some host in addresses.named(laid.to[0])
	whose := chains.origin([host], false)
	whose in {"anonymous", "unrelated"}
	not destinations.placeholder(host)
	not widely(host)
}

# Who hands out libraries for pages, or parts of them, to everybody.
widely(host) if {
	some known in hosting.libraries
	destinations.below(host, known)
}

from(chain) := concat(" or ", [destinations.called(host) | some host in chain.source.hosts]) if count(chain.source.hosts) > 0

from(chain) := "what a server says" if count(chain.source.hosts) == 0

doing(chain) := sprintf("%s runs what is fetched from", [chain.sink.call]) if {
	chain.sink.kind == "evaluate"
	chain.sink.channel == "code"
} else := sprintf("%s makes objects, which may run code, of what is fetched from", [chain.sink.call]) if {
	chain.sink.channel == "object"
} else := sprintf("%s runs a file that is fetched from", [chain.sink.call]) if {
	chain.sink.channel == "file"
} else := sprintf("%s runs as a command what is fetched from", [chain.sink.call])

stranger := {"anonymous", "veiled"}

# Objects are data that may hold code, and whoever hands them out decides whether they do.
weight(chain, whose) := ["high", "medium"] if {
	chain.sink.channel == "object"
	whose in (stranger | {"unrelated"})
} else := ["low", "medium"] if {
	chain.sink.channel == "object"
} else := weight_of(chain, whose)

weight_of(chain, whose) := ["critical", "high"] if {
	whose in stranger
} else := ["high", "high"] if {
	whose == "unrelated"
} else := ["high", "high"] if {
	# Many have files there, and the skill says nothing of whose these are.
	whose == "shared"
	owners.stranger(owners.within(chain.source.file, chain.source.span))
} else := ["high", "high"] if {
	# So where others are handed out: the account stands in the address.
	whose in {"linked", "vendor"}
	owners.stranger(owners.within(chain.source.file, chain.source.span))
} else := ["medium", "high"] if {
	# Somebody whom the skill names, or a page that its owner answers for.
	whose in {"declared", "linked", "shared"}
} else := ["low", "high"] if {
	whose == "vendor"
} else := ["medium", "medium"] if {
	# The address is given by who runs it, or by the settings.
	whose == "unknown"
	chain.sink.channel == "code"
} else := ["low", "low"] if {
	whose == "unknown"
}
