# METADATA
# title: Program sends secrets to another machine
# description: >-
#   A program of the skill reads keys, logins or the environment of the user and sends
#   them to a host that is not the one that they are for. Whoever has that host can act
#   in the name of the user.
# custom:
#   code: EXF-003
#   severity: critical
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["secret-to-network"]

import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.front
import data.skillctl.lib.provisions
import data.skillctl.lib.told
import data.skillctl.tables.credentials

findings contains {
	"message": sprintf("sends %s to %s, %s", [what(chain), to, chains.whose[judged.relation]]),
	"hint": "send a credential only to the service that issued it, in a header; name that service in the description; take everything else out",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, sprintf("%s is read here", [chain.source.name])),
	"severity": severity(chain, judged.severity),
	"confidence": judged.confidence,
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	not repeated(chain)
	judged := judgement(chain)
	to := chains.target(chain)
}

# Of several ways from one source to one place only the first is told.
# A server in front of others sends what it is asked, with cookies and keys, to somebody else.
findings contains {
	"message": sprintf("sends requests with their %s to %s, which the skill does not say that it is for", [carried(laid.name), host]),
	"hint": "mirror requests to a machine of the user alone, and leave out what logs in",
	"at": {"file": laid.file, "span": laid.span},
	"severity": mirror_weight(laid),
	"confidence": "medium",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "mirror"
	not provisions.warned(laid)
	some address in laid.to
	some host in addresses.named(address)
	regex.match(`[.:\d]`, host) # a bare word is a machine beside it
	not destinations.placeholder(host)
	destinations.relation(host) in {"anonymous", "unrelated"}
}

carried("mirror") := "cookies and keys"

carried("cookie") := "cookies"

carried("authorization") := "keys"

mirror_weight(laid) := "medium" if {
	provisions.shown(laid)
} else := "high" if {
	laid.name == "mirror"
} else := "medium"

repeated(chain) if {
	some i, other in input.skill.body.chains
	other == chain
	some before in array.slice(input.skill.body.chains, 0, i)
	before.sink.kind == "send"
	before.sink.span == chain.sink.span
	before.sink.file == chain.sink.file
	before.source.kind == chain.source.kind
	before.source.name == chain.source.name
	judgement(before)
}

severity(chain, grade) := "medium" if {
	commands.aside(chain.sink.file)
	grade in {"critical", "high"}
} else := grade

nobody := {"anonymous", "boxed", "veiled"}

stranger := {"anonymous", "boxed", "veiled", "unrelated"}

related := {"declared", "linked"}

# Keys that no service asks for.
own := {"key", "wallet", "keychain", "system", "history", "browser"}

judgement(chain) := {"severity": grade, "confidence": confidence, "relation": whose} if {
	whose := chains.destination(chain)
	[grade, confidence] := weight(chain, chain.source.kind, whose)
}

# What opens a machine, a wallet or an account in a browser is for no host but the one
# that it is typed into.
weight(chain, kind, whose) := ["critical", "high"] if {
	kind in own
	whose in stranger
	not opens(chain)
} else := ["high", "low"] if {
	kind in own
}

# All variables of the environment.
weight(_, "environment", whose) := ["critical", "high"] if {
	whose in nobody
} else := ["critical", "medium"] if {
	whose == "unrelated"
} else := ["high", "low"]

# A login of a program: its own service may have it.
weight(chain, "login", whose) := ["critical", "high"] if {
	whose in nobody
	not issued(chain)
} else := ["critical", "medium"] if {
	whose == "unrelated"
	not issued(chain)
	not opens(chain)
} else := ["high", "low"] if {
	whose in {"unrelated", "unknown"}
	not issued(chain)
	not chain.source.part
}

issued(chain) if {
	count(chain.sink.hosts) > 0
	every host in chain.sink.hosts {
		some store in credentials.stores
		some path in store.paths
		regex.match(path, chain.source.name)
		some known in store.issuers
		destinations.below(host, known)
	}
}

# One variable with a secret: its issuer may have it, and a service that the skill is for.
weight(chain, "variable", whose) := ["critical", "high"] if {
	whose in nobody
	not opens(chain)
	not made_for(chain)
} else := ["critical", "high"] if {
	# What signs for a wallet is given to nobody: there is no service that issued it.
	whose == "unrelated"
	not opens(chain)
	signs(chain.source.name)
} else := ["high", "medium"] if {
	whose == "unrelated"
	not opens(chain)
	not made_for(chain)
	destinations.provided(chain.source.name)
	not chain.source.part
} else := ["high", "low"] if {
	whose in nobody
	not made_for(chain)
} else := ["medium", "medium"] if {
	# In what is sent, and not where a service looks for it.
	whose == "unrelated"
	chain.sink.channel in {"body", "field", "mail", "socket", "dns"}
	not made_for(chain)
	not nobodys(chain)
	not chain.source.part
	not asked_for(chain.source.name)
} else := ["high", "low"] if {
	whose in related
	not opens(chain)
	signs(chain.source.name)
}

signs(name) if {
	some pattern in credentials.signing
	regex.match(pattern, name)
}

# What somebody types, or hands the program as an option: a password is for the service that
# it logs in to, and that one is named; a key may be for another one than the text names.
weight(chain, "entered", whose) := ["critical", "high"] if {
	whose in nobody
	not opens(chain)
} else := ["high", "medium"] if {
	whose == "unrelated"
	not opens(chain)
	not entered_for(chain)
	some pattern in credentials.typed
	regex.match(pattern, chain.source.name)
} else := ["medium", "medium"] if {
	whose == "unrelated"
	not opens(chain)
	not entered_for(chain)
}

entered_for(chain) if {
	name := regex.replace(trim_prefix(chain.source.name, "the option "), `[^A-Za-z0-9]+`, "_")
	count(chain.sink.hosts) > 0
	every host in chain.sink.hosts { destinations.issuer(trim_left(name, "_"), host) }
}

# Names that are there for examples.
nobodys(chain) if {
	count(chain.sink.hosts) > 0
	every host in chain.sink.hosts { regex.match(`(^|\.)example\.(com|net|org)$`, host) }
}

# The front matter has the user set it.
asked_for(name) if {
	some [_, value] in front.values
	value == name
}

made_for(chain) if {
	count(chain.sink.hosts) > 0
	every host in chain.sink.hosts { destinations.issuer(chain.source.name, host) }
}

# A file of settings: all of it, and not the value that opens a service.
weight(chain, "settings", whose) := ["critical", "high"] if {
	whose in nobody
	not opens(chain)
} else := ["high", "medium"] if {
	whose == "unrelated"
	not opens(chain)
	not chain.source.part
} else := ["high", "low"] if {
	whose == "unknown"
	not opens(chain)
	not chain.source.part
}

# What an agent keeps, what is on the clipboard and on the screen. Nobody who helps with one
# of them has the other as well.
weight(chain, kind, whose) := ["critical", "high"] if {
	kind in personal
	whose in nobody
	not opens(chain)
} else := ["critical", "high"] if {
	kind in personal
	whose == "unrelated"
	not opens(chain)
	some other in input.skill.body.chains
	other.sink.kind == "send"
	other.sink.hosts == chain.sink.hosts
	other.source.kind in personal
	other.source.kind != kind
} else := ["critical", "medium"] if {
	# What was said to an agent, or typed, is for no service.
	kind in personal
	whose == "unrelated"
	said(chain)
	not opens(chain)
	not chain.source.part
} else := ["high", "medium"] if {
	# The skill says nothing of it: nobody expects it to look there.
	kind in {"clipboard", "screen"}
	whose == "unrelated"
	not spoken[kind]
	not opens(chain)
	not chain.source.part
} else := ["high", "low"] if {
	kind in personal
	whose == "unrelated"
	not opens(chain)
	not chain.source.part
}

spoken["clipboard"] if regex.match(`(?i)\b(clip ?board|paste\w*|pasting|cop(y|ies|ied|ying))\b`, told.description)

spoken["screen"] if regex.match(`(?i)\b(screen\w*|display|desktop|capture\w*|record\w*|visual\w*|ocr)\b`, told.description)

personal := {"agent", "clipboard", "keys", "screen"}

said(chain) if chain.source.kind == "keys"

said(chain) if {
	some store in credentials.stores
	store.said
	some path in store.paths
	regex.match(path, chain.source.name)
}

# What a program picks out of what it is given, by the names that secrets have.
weight(chain, "picked", whose) := ["critical", "high"] if {
	whose in nobody
	not opens(chain)
} else := ["critical", "medium"] if {
	whose == "unrelated"
	not opens(chain)
} else := ["high", "low"] if {
	whose in related
	not opens(chain)
}

# It stands where a service looks for who asks.
opens(chain) if {
	chain.sink.channel == "header"
	not posing(chain)
}

# Whoever is called like the issuer has it shown as if it were his.
posing(chain) if {
	chain.source.kind == "variable"
	some host in chain.sink.hosts
	destinations.posing(chain.source.name, host)
}

# What is sent.
what(chain) := sprintf("%s (%s)", [chain.source.name, named[0]]) if {
	named := [store.name |
		some store in credentials.stores
		some path in store.paths
		regex.match(path, chain.source.name)
	]
	count(named) > 0
} else := "all variables of the environment" if {
	chain.source.kind == "environment"
} else := sprintf("the variable %s", [chain.source.name]) if {
	chain.source.kind == "variable"
} else := sprintf("%s (%s)", [things[chain.source.kind], chain.source.name])

things := {
	"agent": "what an agent keeps",
	"browser": "what a browser keeps",
	"clipboard": "the clipboard",
	"entered": "what somebody types or hands the program",
	"history": "what was typed",
	"key": "a private key",
	"keychain": "a keychain",
	"keys": "what is typed",
	"login": "a login",
	"picked": "secrets",
	"screen": "a picture of the screen",
	"settings": "settings with keys",
	"system": "accounts of the machine",
	"wallet": "the keys of a wallet",
}
