# METADATA
# title: Address that looks like that of a well-known product
# description: >-
#   The text leads to a host that has the name of a well-known product and does not belong
#   to who makes it. People and models take it for the real one.
# custom:
#   code: INJ-018
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["lookalike-address"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.lookalikes
import data.skillctl.lib.owners
import data.skillctl.lib.provisions
import data.skillctl.lib.strangers

findings contains {
	"message": sprintf("%s has the name of %s and does not belong to who makes it", [host, product]),
	"hint": "link to the maker's own domain, or name this host in the description if the skill is for it",
	"at": {"file": link.file, "span": link.span},
	"locus": link.locus,
} if {
	some host, link in first
	not host in worked
	product := lookalikes.of(host)
}

# Told once, with what is done there.
worked := {laid.to[0] |
	some laid in input.skill.body.provisions
	laid.kind == "brand"
	not provisions.warned(laid)
	uses(laid)
}

# A program, a block or a file of settings works with such a host, which then gets what is meant for
# the real one: a key, what the user works on, or the word of what is to be installed.
findings contains {
	"message": sprintf("%s has the name of %s and does not belong to who makes it%s", [host, product, used]),
	"hint": "write the maker's own address, or name this host in the description if the skill is for it",
	"at": {"file": laid.file, "span": laid.span},
	"severity": worked_with[use],
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "brand"
	[host, product] := posing(laid)
	not said(host)
	not provisions.warned(laid)
	use := uses(laid)
	used := object.get(told, use, "")
}

# Who is taken for whom: a host for a product, an owner of actions for another.
posing(laid) := [laid.to[0], product] if {
	laid.name == "host"
	product := lookalikes.of(laid.to[0])
} else := [sprintf("github.com/%s", [laid.to[0]]), account] if {
	laid.name == "owner"
	account := owners.posing(laid.to[0])
	not owners.placeholder(laid.to[0])
}

# A host is called after another one that the text works with, and is of somebody else: what is entered
# or taken there is meant for the real one.
findings contains {
	"message": sprintf("%s is called like %s and belongs to another domain%s", [laid.to[0], laid.to[1], told[use]]),
	"hint": "write the address of the service itself, or name this host in the description if the skill is for it",
	"at": {"file": laid.file, "span": laid.span},
	"severity": "high",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "brand"
	laid.name == "kin"
	not said(laid.to[0])
	not strangers.known(laid.to[0])
	not lookalikes.belongs(laid.to[0])
	not provisions.warned(laid)
	not commands.aside(laid.file)
	not commands.about_attacks
	use := kin_use(laid)
}

kin_use(laid) := "code" if {
	taken_from(before(laid))
} else := "endpoint" if {
	asked_at(before(laid))
	working(laid)
} else := "login" if {
	regex.match(login, concat(" ", [laid.lead, laid.to[2]]))
}

login := `(?i)\b(sign(ed|ing)?[ -]?(in|up|on)|log(ged|ging)?[ -]?in|sso|auth(enticate|orize)?|settings|accounts?|api[ -_]?(keys?|access|tokens?)|(keys?|tokens?|passwords?|credentials?)|verify|billing|whitelist\w*)\b`

taken_from(text) if regex.match(`(?i)(registry|index[-_]url|--index\b|uses:|\bimage:|^\s*from\s|\bpull\b|\bremote\b|\bclone\b|--from\b|install\b)[^|;&]*$`, text)

asked_at(text) if regex.match(`(?i)(base_?ur[il]|api_?base|api_?url|endpoint|_url|_host|_base)\W{0,6}(\W*(\?\?|\|\||:-|:=|,|=|:)\W*){0,3}$`, text)

worked_with := {"aside": "medium", "alone": "medium", "key": "high", "code": "high", "endpoint": "high"}

told := {
	"code": ", and what it hands out is run",
	"endpoint": ", and requests for it go there",
	"login": ", and somebody is led there to sign in or to enter a key",
	"key": ", and the text works with a key of it",
}

uses(laid) := "aside" if {
	commands.aside(laid.file)
} else := "aside" if {
	commands.about_attacks
} else := "code" if {
	taken_from(before(laid))
	laid.name == "host" # an owner of actions is for somebody to look at
} else := "alone" if {
	laid.name == "owner"
} else := "key" if {
	count(laid.to) > 1
	lookalikes.of(laid.to[0]) in array.slice(laid.to, 1, count(laid.to))
	working(laid)
} else := "endpoint" if {
	asked_at(before(laid))
	working(laid)
} else := "alone" if {
	working(laid)
}

# What stands before it in its line.
before(laid) := regex.replace(lines[count(lines) - 1], `(?i)\b(https?|wss?|git)://([^/\s"'<>@]*@)?$`, "") if lines := split(laid.lead, "\n")

# A program, a file of settings, or a block that a document has.
working(laid) if commands.code(laid.file)

working(laid) if {
	some fence in input.skill.body.fences
	laid.file == input.skill.manifest.file
	fence.span.start.line <= laid.span.start.line
	laid.span.end.line <= fence.span.end.line
}

# The skill says that it is for the host.
said(host) if destinations.relation(host) in {"declared", "local"}

said(host) if destinations.mentioned(host)

said(host) if destinations.placeholder(host)

# Each host is told where it stands first.
first[host] := input.skill.body.links[min(places)] if some host, places in named_at

# The links that name each host: one walk, however many there are of both.
named_at[host] contains i if {
	some i, link in input.skill.body.links
	link.kind == "url"
	some host in addresses.named(link.target)
}

# An account at a forge: what is fetched there to be obeyed or run is written by somebody else.
findings contains {
	"message": sprintf("the account %q has nearly the name of %q, and what it hands out is to be followed", [owner, account]),
	"hint": sprintf("write %q if that is meant, or say in the description whose account it is", [account]),
	"at": {"file": order.file, "span": order.span},
	"severity": "high",
	"locus": "instruction",
} if {
	some order in input.skill.body.orders
	order.polarity == "order"
	order.act in {"install", "obey", "run"}
	some address in order.addresses
	owner := owners.of(address)
	account := owners.posing(owner)
}
