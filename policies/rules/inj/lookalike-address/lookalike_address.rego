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
import data.skillctl.lib.lookalikes
import data.skillctl.lib.owners

findings contains {
	"message": sprintf("%s has the name of %s and does not belong to who makes it", [host, product]),
	"hint": "link to the maker's own domain, or name this host in the description if the skill is for it",
	"at": {"file": link.file, "span": link.span},
	"locus": link.locus,
} if {
	some host, link in first
	product := lookalikes.of(host)
}

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
