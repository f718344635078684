# METADATA
# title: Packages are taken from a stranger's index
# description: >-
#   Packages are installed from an index, a registry or a mirror that the skill does not
#   say that it is for. Whoever has it decides what every package of any name is.
# custom:
#   code: EXE-015
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["package-source"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.guests
import data.skillctl.lib.lookalikes
import data.skillctl.lib.provisions
import data.skillctl.tables.packages

findings contains {
	"message": sprintf("packages are taken from %s, %s", [destinations.called(host), judged[1]]),
	"hint": "take packages from the registry that everybody uses, or name in the description whose index it is",
	"at": {"file": one.file, "span": one.span},
	"severity": severity(one, judged[0]),
	"locus": commands.locus(one.file),
} if {
	some one in input.skill.body.packages
	one.kind == "index"
	some host in addresses.named(one.address)
	not addresses.local(host)
	judged := weight(one, host)
}

# Images, charts, modules and packages that are taken from a host which hands out its own.
findings contains {
	"message": sprintf("takes %s from %s, %s", [supplied[laid.name], destinations.called(host), judged[1]]),
	"hint": "take it from the registry that everybody uses, or say in the description whose it is, and pin it by a digest",
	"at": {"file": laid.file, "span": laid.span},
	"severity": guests.weight(laid, judged[0]),
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "supply"
	not provisions.warned(laid)
	not provisions.forbids(object.get(laid, "lead", ""))
	host := laid.to[0]
	not addresses.local(host)
	not pinned(laid.to[1])
	judged := stranger(laid, host)
}

supplied := {"image": "the image of a container", "chart": "a chart", "module": "a module or a provider", "package": "a package", "dependency": "a package that is depended on"}

stranger(_, host) := ["high", "for which nobody answers"] if {
	addresses.anonymous(host)
} else := ["high", sprintf("which looks like a host of %s", [product])] if {
	product := lookalikes.of(host)
} else := ["high", "which the skill does not say that it is for"] if {
	not hands_out(host)
	not named(host)
	not placeholder(host)
	not destinations.placeholder(host)
}

# What is named by its digest, or by a whole commit, is what it was.
pinned(shown) if regex.match(`(?i)@sha256:[0-9a-f]{64}\b|[@#=][0-9a-f]{40}\b`, shown)

hands_out(host) if known(host)

hands_out(host) if {
	some name in packages.registries
	destinations.below(host, name)
}

severity(_, grade) := grade if grade != "high"

severity(one, "high") := "high" if not commands.aside(one.file)

severity(one, "high") := "medium" if commands.aside(one.file)

weight(_, host) := ["high", "for which nobody answers"] if {
	addresses.anonymous(host)
} else := ["high", sprintf("which looks like a host of %s", [product])] if {
	product := lookalikes.of(host)
} else := ["high", "a name that anybody gets for nothing"] if {
	lookalikes.free(host)
	not named(host)
} else := ["high", "without encryption"] if {
	not known(host)
	addresses.plain(one_address(host))
	not named(host)
} else := ["high", "which the skill does not say that it is for"] if {
	# A file that package managers read is used without a look.
	not known(host)
	not named(host)
	written(host)
	not placeholder(host)
} else := ["medium", "which the skill does not say that it is for"] if {
	not known(host)
	not named(host)
	not placeholder(host)
}

placeholder(host) if regex.match(`(?i)(^|[.-])(example|custom|your|my|company|internal|private|corp|test|acme|mirror-host)([.-]|$)`, host)

written(host) if {
	some one in input.skill.body.packages
	one.kind == "index"
	host in addresses.named(one.address)
	commands.code(one.file)
}

one_address(host) := min({one.address |
	some one in input.skill.body.packages
	one.kind == "index"
	host in addresses.named(one.address)
})

known(host) if {
	some name in packages.indexes
	destinations.below(host, name)
}

named(host) if destinations.relation(host) in {"declared", "linked"}
