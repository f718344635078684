# METADATA
# title: Sends the reader to a place for which nobody answers
# description: >-
#   A sentence names an address where anybody may put anything at any time, or a program
#   or an archive at a host that the skill does not say that it is for. It is not said
#   what is there, and what is there when it is read is not what was there before.
# custom:
#   code: EXE-020
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["strange-place"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.lesson
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.relation
import data.skillctl.tables.vendors

findings contains {
	"message": sprintf("%s: %s", [orders.shown(order), why]),
	"hint": "write what is there into the skill, or name a package of a registry or somebody whom the description names",
	"at": {"file": order.file, "span": order.span},
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act == "other"
	order.verb == ""
	orders.given(order)
	not lesson.sign(order)
	not orders.front(order)
	main.is(order.file)
	some address in order.addresses
	some host in orders.hosts({"addresses": [address]})
	why := strange(order, address, host)
}

strange(order, address, host) := sprintf("%s is %s, where anybody may put anything at any time", [host, kind]) if {
	kind := unanswered(order, address, host)
	kind in {"a site for pasted text", "a bare number", "a tunnel to somebody's machine", "a collector of requests"}
	not destinations.domain(host) in destinations.declared
} else := sprintf("a program or an archive is taken from %s, which the skill does not say that it is for", [host]) if {
	regex.match(for_people, address)
	not host in vendors.shared
	not of_vendor(host)
	orders.relation(order, host) == "unrelated"
}

unanswered(_, _, host) := addresses.anonymous(host)

# A program for people who do not build it.
for_people := `(?i)^https?://[^?#]*/[^?#]*\.(exe|msi|scr|dmg|pkg|zip|rar|7z|bat|cmd|ps1|apk)(\?|#|$)`

of_vendor(host) if {
	some place in relation.vendors_at
	not contains(place, "/")
	destinations.below(host, destinations.domain(place))
}
