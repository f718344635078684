# METADATA
# title: What sentences have somebody do
# description: >-
#   Whether an order is one and not spoken of, what makes it press, and how the places
#   that it names are related to the skill.
package skillctl.lib.orders

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.passages
import data.skillctl.lib.text

shown(order) := sprintf("%q", [text.clip(trim_space(order.text), 120)])

# An order that the text gives, and does not warn of.
given(order) if {
	order.polarity == "order"
	not warned(order)
}

warned(order) if passages.spoken_of(concat("", [order.lead, " "]))

warned(order) if shown_below(order)

# A row of a table of attacks, or a section about them.
shown_below(order) if passages.listed(order.text)

shown_below(order) if regex.match(lesson, order.heading)

# Below such a heading attacks are shown.
lesson := `(?i)\b(attacks?|attackers?|threats?|injections?|malicious|exploits?|vulnerab\w+|red flags?|warning signs?|anti-?patterns?|payloads?|adversar\w+|bad examples?|do(n['’]t| not)|never|avoid|unsafe|exfiltration|jailbreaks?)\b`

# The hosts of its addresses; of mail the one behind the sign.
hosts(order) := {host |
	some address in order.addresses
	some host in named(address)
	not addresses.local(host)
}

named(address) := {lower(found[0][1])} if {
	not contains(address, "://")
	found := regex.find_all_string_submatch_n(`@([\w.-]+)$`, address, 1)
	count(found) > 0
} else := hosts if {
	hosts := addresses.named(address)
	count(hosts) > 0
} else := {lower(split(split(address, "/")[0], ":")[0])}

# How a host is related to the skill. What the order itself links to says nothing: it
# has to be named elsewhere.
relation(order, host) := "anonymous" if {
	addresses.anonymous(host)
	not shared(host)
} else := "declared" if {
	destinations.domain(host) in destinations.declared
} else := "declared" if {
	destinations.mentioned(host)
} else := "known" if {
	elsewhere(order, host)
} else := "unrelated"

# A site where anybody puts something that others are to have, and the skill says so.
shared(host) if {
	addresses.anonymous(host) in {"a site for pasted text", "a shortened address"}
	destinations.domain(host) in destinations.declared
}

# The lines around an order that may be about it.
around := 12

elsewhere(order, host) if {
	some link in named_by[destinations.domain(host)]
	not beside(order, link)
}

# The links to each domain, made once for all orders.
named_by[destinations.domain(known)] contains {"file": link.file, "span": link.span} if {
	some link in input.skill.body.links
	link.kind == "url"
	some known in addresses.named(link.target)
}

beside(order, link) if {
	link.file == order.file
	link.span.start.line >= order.span.start.line - around
	link.span.start.line <= order.span.end.line + around
}

# Nobody is to see it: the words say so, or those of the same section, or only the
# source of the page has it.
hidden(order) if order.quiet

hidden(order) if order.hidden

hidden(order) if {
	some other in input.skill.body.orders
	other.file == order.file
	other.section == order.section
	other.act == "tell"
	other.polarity == "ban"
	not shown_below(other)
	abs(other.span.start.line - order.span.start.line) <= around
}

# Nobody is to be asked.
unasked(order) if order.unasked

unasked(order) if {
	some other in input.skill.body.orders
	other.file == order.file
	other.section == order.section
	consentless(other)
	not shown_below(other)
	abs(other.span.start.line - order.span.start.line) <= around
}

consentless(order) if {
	order.act == "ask"
	order.polarity == "ban"
}

consentless(order) if {
	order.act == "skip"
	order.polarity == "order"
	some kind in {"approval", "consent"}
	kind in order.objects
}

# It comes with other work, whatever that is, or in the name of somebody.
pressing(order) if order.when != ""

pressing(order) if order.heed

pressing(order) if hidden(order)

pressing(order) if unasked(order)

# It is about what nobody makes again.
dear(order) if regex.match(`(?i)(\bhome (directory|folder)\b|~/|\$HOME|\b(documents|desktop|downloads|pictures) (directory|folder)\b|\b(user|users|user['’]s|users['’])\s+(own\s+)?(files|documents|data|photos|folders?|home)\b|\b(files?|documents?|data|photos|folders?|pictures) of the user\b)`, order.text)

# What the front matter says is what the skill is for.
front(order) if {
	order.file == input.skill.manifest.file
	order.span.start.line < input.skill.body.span.start.line
}

# What stands in a block of code is shown rather than said.
locus(order) := "example" if order.fenced

locus(order) := "instruction" if not order.fenced
