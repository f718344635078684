# METADATA
# title: Something from a stranger is to be installed first
# description: >-
#   The text says that a program must be there before the skill works, and sends people
#   to an address for it that nobody answers for, or that the skill does not say that it
#   is from. That is how most malware comes with skills.
# custom:
#   code: EXE-014
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["false-prerequisite"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.lookalikes
import data.skillctl.lib.main
import data.skillctl.lib.namesake
import data.skillctl.lib.orders
import data.skillctl.lib.relation
import data.skillctl.tables.vendors

findings contains {
	"message": sprintf("%s: a program is to be installed from %s, %s", [orders.shown(order), destinations.called(host), why]),
	"hint": "name a package of a registry, or a release with a checksum of somebody whom the description names",
	"at": {"file": order.file, "span": order.span},
	"severity": severity(order, grade),
	"because": because(order),
	"locus": orders.locus(order),
} if {
	some order in input.skill.body.orders
	order.act == "install"
	orders.given(order)
	not orders.front(order)
	some address in order.addresses
	host := host_of(address)
	not addresses.local(host)
	[grade, why] := judged(order, address, host)
}

severity(_, grade) := grade if grade != "high"

severity(order, "high") := "high" if main.is(order.file)

severity(order, "high") := "medium" if not main.is(order.file)

because(order) := "another document than SKILL.md asks for it" if not main.is(order.file)

because(order) := "nothing else speaks against the address" if main.is(order.file)

host_of(address) := min(orders.named(address))

judged(order, address, host) := ["high", "for which nobody answers"] if {
	addresses.anonymous(host)
	a_program(order, address)
} else := ["high", sprintf("which looks like a host of %s", [product])] if {
	product := lookalikes.of(host)
	a_program(order, address)
} else := ["high", "a name that anybody gets for nothing"] if {
	lookalikes.free(host)
	not destinations.domain(host) in destinations.declared
	a_program(order, address)
	required(order)
} else := ["high", "which the skill does not say that it is for"] if {
	strange(order, address, host)
	a_file(address)
	insisted(order)
} else := ["medium", "which the skill does not say that it is for"] if {
	strange(order, address, host)
	a_file(address)
	regex.match(for_people, address)
} else := ["medium", "which the skill does not say that it is for"] if {
	strange(order, address, host)
	insisted(order)
	a_program(order, address)
	not called_so(order, host)
	not shared(host)
}

# A program for people who do not build it.
for_people := `(?i)\.(exe|msi|scr|dmg|pkg|zip|rar|7z)(\?|#|$)`

# What the address hands out is a file that is unpacked or started.
a_file(address) if regex.match(`(?i)\.(exe|msi|scr|bat|cmd|ps1|sh|command|dmg|pkg|app|deb|rpm|appimage|jar|zip|rar|7z|tgz|iso|img|tar\.\w+)(\?|#|$)`, address)

# A program, and no data or page that is read.
a_program(_, address) if a_file(address)

a_program(order, _) if order.verb in {"install", "installed"}

a_program(order, _) if regex.match(`(?i)\b(install(er|ed)?|set-?up|driver|client|cli|agent|utility|extension|app|application|binary|executable|program|software|package|plug-?in|tool|helper|daemon|runtime)\b`, order.text)

# It has to be there, says the sentence, its heading or another one of the section.
required(order) if insisted(order)

required(order) if regex.match(need, concat(" ", [order.text, order.heading]))

need := `(?i)\b(must|required?|requires|requirements?|needs?|needed|prerequisites?|mandatory|critical|necessary|before (you |using|running|the first|first)|first)\b`

insisted(order) if regex.match(insistence, concat(" ", [order.text, order.heading]))

insisted(order) if {
	some other in input.skill.body.orders
	other.file == order.file
	other.section == order.section
	other.act == "install"
	regex.match(insistence, other.text)
}

insistence := `(?i)\brequires? ([\w.-]+ ){1,5}to be\b|\bmust (first )?(be )?(install|download|have|run)|\b(required|mandatory|critical|necessary)\b|\b(will not|won['’]t|cannot|does not|doesn['’]t) (work|function|start|run)\b|\bbefore (using|running|you (use|run|start))\b|\bwithout (it|this)\b`

# Neither a vendor nor anybody whom the skill names.
strange(order, address, host) if {
	not shared(host)
	not namesake.one(host)
	orders.relation(order, host) == "unrelated"
	not of_vendor(address, host)
}

strange(_, address, host) if {
	shared(host)
	not own(address)
	not of_vendor(address, host)
	regex.match(`(?i)/(releases/download|raw|archive|-/releases|downloads)/`, address)
}

shared(host) if host in vendors.shared

of_vendor(address, _) if {
	some place in relation.vendors_at
	startswith(lower(bare(address)), lower(place))
}

of_vendor(_, host) if {
	not shared(host)
	some place in relation.vendors_at
	not contains(place, "/")
	destinations.below(host, destinations.domain(place))
}

# The folder of an owner whom the front matter calls the home of the package.
own(address) if {
	some place in relation.declared
	startswith(lower(concat("", [bare(address), "/"])), lower(concat("", [place, "/"])))
}

bare(address) := trim_prefix(regex.replace(address, `(?i)^https?://`, ""), "www.")

# The host has the name of what is to be installed.
called_so(order, host) if {
	name := lookalikes.named(host)
	count(name) > 2
	some word in regex.split(`[^a-z0-9]+`, regex.replace(lower(order.text), `https?://\S+`, ""))
	count(word) > 2
	contains(name, word)
}
