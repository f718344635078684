# METADATA
# title: Addresses that a text deals with
# description: >-
#   Which addresses are a stranger's: nothing else of the skill is about them, and nobody who is
#   known has them. And what a sentence has somebody do with one: it hands something there, or takes
#   up what is said there. All else leads a reader to it.
package skillctl.lib.contacts

import data.skillctl.lib.destinations
import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.remarks
import data.skillctl.lib.shown
import data.skillctl.tables.contacts as table
import data.skillctl.tables.credentials
import data.skillctl.tables.hosting
import data.skillctl.tables.names
import data.skillctl.tables.packages

# Who answers at the address of a contact, where that is a stranger.
stranger(contact) := min({host |
	some host in orders.hosts({"addresses": [contact.address]})
	orders.relation(contact, host) in {"anonymous", "unrelated"}
	not nobody(host)
	not known(host)
	not issues(host)
}) if {
	not owners.of(contact.address)
} else := owner if {
	owner := owners.stranger({contact.address})
}

# A name that stands for another one: "a@b.com", "user@firm.tld", "attacker.com".
nobody(host) if destinations.placeholder(host)

nobody(host) if regex.match(remarks.placeholder, host)

nobody(host) if regex.match(`(^|[.-])(project|account|bucket|tenant|region|instance|app|site|space|org|resource)-?(id|name)([.-]|$)`, host)

nobody(host) if regex.match(`^([a-z0-9]{1,2}|foo|bar|baz|x+|y+|z+|firm|some-?\w*|any-?\w*|evil|attacker|attackers?|malicious|bad|victim)\.[a-z]+$|\.tld$`, destinations.domain(host))

# Somebody who is known has the host: who makes a product, issues a key, hands out packages or
# libraries, or keeps what others put there.
known(host) if {
	labels := split(host, ".")
	some i, _ in labels
	concat(".", array.slice(labels, i, count(labels))) in well_known
	not destinations.domain(host) == host
}

known(host) if destinations.domain(host) in well_known

well_known := ({domain | some product in names.products; some domain in product.domains} | {host | some provider in credentials.providers; some host in provider.hosts}) | ({host | some host in packages.indexes} | {host | some list in [hosting.libraries, hosting.pictures, hosting.code]; some host in list})

# The text says it itself: it is no example, no lesson, and nothing that is quoted.
said(contact) if {
	not regex.match(orders.lesson, contact.heading)
	not about_itself(contact)
	not shown.only(contact)
	not orders.front(contact)
	not commanded(contact)
}

# Where people who use the skill meet, or who made it.
about_itself(contact) if {
	regex.match(`(?i)^\W*(contribut\w+|community|feedback|credits?|acknowledge?ments?|authors?|about|licen[cs]e|links?|resources|references|further reading|see also|change ?log|support)\W*$`, contact.heading)
	regex.match(`(?i)^\W*([\w/-]+ ){0,6}[\w/-]+\W*$`, words(contact))
}

# A command has it, which is judged by what it does.
commanded(contact) if {
	some command in input.skill.body.commands
	command.file == contact.file
	some arg in command.args
	contains(arg, contact.address)
}

# The skill asks for a key that is called like the host, and like nobody who is known and is
# elsewhere: whoever issued it is who the skill is for.
issues(host) if {
	some name, field in input.skill.front.fields
	name != "description"
	walk(field.value, [_, value])
	is_string(value)
	regex.match(`^[A-Z][A-Z0-9_]+$`, value)
	destinations.issuer(value, host)
}

# What the sentence says beside its addresses, and the sentences that have the name of one.
words(contact) := regex.replace(regex.replace(concat(" ", array.concat([contact.text], contact.told)), address, " "), forbidden, " ")

# What is forbidden, as far as the clause goes.
forbidden := `(?i)\b(never|(do|does|must|should|may|shall|will)(n['’]t| not)|cannot|can['’]t|not to|avoid|refuse to|instead of|rather than|without) [^,.;:—–]*`

address := `(?i)\b[a-z][a-z0-9+.-]*://[^\s"<>]*|[\w.+-]+@[\w-]+(\.[\w-]+)+|\b([a-z0-9-]+\.)+[a-z]{2,8}/\S*`

around(contact) := regex.replace(concat(" ", [words(contact), contact.behind]), address, " ")

# Something is handed there.
gives(contact) if {
	not contact.link
	not reference(contact)
	regex.match(giving, words(contact))
}

giving := concat("", [
	`(?i)\b(`, concat("|", table.gives), `)\b|(^|\PL)(`, concat("|", table.gives_elsewhere), `)(\PL|$)|`,
	concat("|", table.gives_unspaced),
])

# What leads to the address says that something is to be read there: "a FAQ is available at". A name
# without a scheme is that of a package, unless something goes to it.
reference(contact) if regex.match(concat("", [`(?i)\b`, table.refers, `\b[^.]{0,40}\b(is|are) (also )?(available|found|published|documented|listed|explained)\b[^.]{0,30}$`]), lead(contact))

reference(contact) if {
	not contains(contact.address, "://")
	not contains(contact.address, "@")
	not regex.match(`(?i)\b(to|into|at|via|with|through|on|by|past)\s+["'(<]*$`, lead(contact))
}

lead(contact) := split(contact.text, contact.address)[0]

# What is said there is taken up.
takes(contact) if {
	regex.match(concat("", [`(?i)\b(`, concat("|", table.takes), `)\b`]), words(contact))
	regex.match(concat("", [`(?i)\b(`, concat("|", table.obeys), `)\b`]), around(contact))
}

# A part of the address is for whoever asks to fill in.
fills(contact) if {
	not contact.link
	regex.match(`[{<$]|%[sd]\b|\?([\w.-]+=)?$|=$`, contact.address)
}
