# METADATA
# title: Deals with an address that nothing explains
# description: >-
#   A text has something handed to an address, has what is said there taken up, or does something else
#   with it than to lead a reader there, and neither the description nor any other part of the skill is
#   about it. Whoever answers there is a stranger to the user.
# custom:
#   code: INJ-035
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unexplained-address"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.contacts
import data.skillctl.lib.destinations
import data.skillctl.lib.house
import data.skillctl.lib.leads
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.owners
import data.skillctl.lib.strangers
import data.skillctl.tables.contacts as table

findings contains {
	"message": sprintf("%s: %s %s, which nothing in the skill explains", [orders.shown(contact), what[kind], host]),
	"hint": hints[kind],
	"at": {"file": contact.file, "span": contact.span},
	"severity": severity(contact, host, kind),
	"locus": locus(contact, kind),
} if {
	some contact in input.skill.body.contacts
	host := contacts.stranger(contact)
	contacts.said_or_described(contact)
	not house.host(host, contact)
	kind := deed(contact, host)
}

what := {
	"gives": "something goes to",
	"takes": "the agent goes by what is said by",
	"fills": "something is filled in for",
	"asks": "the user is to enter something at",
	"ties": "what is done depends on",
}

hints := object.union({kind: leave | some kind, _ in what}, {"ties": refer})

leave := "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is handed to it"

refer := `leave it out; if it is only to be read, say so ("see …", "documentation: …"); if the skill is for that service, name the service in the description`

deed(contact, host) := "gives" if {
	not data_line(contact)
	contacts.gives(contact)
} else := "takes" if {
	contacts.takes(contact)
} else := "fills" if {
	not contacts.described(contact)
	contacts.fills(contact)
	not program(contact.file) # a program fills its own texts in
} else := "asks" if {
	asks(contact)
} else := "ties" if {
	ties(contact, host)
}

# A program has the user bring there what they sign in with.
asks(contact) if {
	program(contact.file)
	said := concat(" ", [contact.before, contacts.words(contact)])
	regex.match(`(?i)\b(enter|paste|type|provide|give|submit|confirm|verify|renew|unlock|restore)\b`, said)
	regex.match(`(?i)\b(keys?|tokens?|passwords?|passphrases?|credentials?|phrases?|codes?)\b`, said)
	regex.match(`(?i)\b(at|on|to|into|under|via|through|in|open|visit)\b\W*$`, split(contact.text, contact.address)[0])
}

program(file) if {
	commands.code(file)
	not strangers.settings(file)
}

# Keys and values say nothing in sentences: "mail.send.login = …".
data_line(contact) if {
	contact.fenced
	regex.match(table.line, contact.text)
}

# Nothing says that the address is only to be read.
ties(contact, host) if {
	not contacts.described(contact)
	not mailed(contact)
	not leads.only(contact)
	not filed(contact)
	not only_shown(contact)
	counts(contact, host)
}

counts(contact, _) if {
	main.is(contact.file)
	not contact.link
}

# A link that is named again is one of what the skill has to be read.
counts(contact, host) if {
	main.is(contact.file)
	contact.link
	not strangers.elsewhere(host, contact)
}

# Another document is one among many texts that the agent may read: there a sentence counts in
# which the address stands as such.
counts(contact, host) if {
	commands.document(contact.file)
	not weak(contact)
	not contact.fenced
	not leads.shown(contact)
	not regex.match(table.asides, contact.file)
	not regex.match(table.sources, contact.file)
	not strangers.elsewhere(host, contact)
}

# What a document has somebody read from a file of settings is done.
counts(contact, _) if {
	strangers.settings(contact.file)
	not weak(contact)
	not repeated(contact)
}

# The file is a table of such addresses.
repeated(contact) if {
	some host in orders.named(contact.address)
	count(lines[[contact.file, destinations.domain(host)]]) > 2
}

lines[[contact.file, destinations.domain(host)]] contains contact.span.start.line if {
	some contact in input.skill.body.contacts
	strangers.settings(contact.file)
	some host in orders.named(contact.address)
}

severity(contact, host, kind) := "high" if {
	uttered(contact, kind)
	not house.near_host(host, contact)
} else := "medium" if {
	not main.is(contact.file)
} else := "medium" if {
	# What a skill is for is told by its description.
	contacts.described(contact)
	kind != "takes"
} else := "medium" if {
	kind == "ties"
	weak(contact)
	not addresses.anonymous(host)
} else := "medium" if {
	strangers.of_a_house
	not addresses.anonymous(host)
	kind != "takes"
} else := "medium" if {
	reads_only(contact)
} else := "medium" if {
	contacts.drafted(contact)
} else := "medium" if {
	house.near_host(host, contact)
} else := "medium" if {
	some tenant in object.get(contact, "tenants", [])
	house.near_account(tenant.name, contact)
} else := "medium" if {
	house.near_introduction(host, contact)
	kind != "takes"
} else := "high"

# What a program signs in as has been let read something, and is told of as that.
reads_only(contact) if {
	endswith(contact.address, ".iam.gserviceaccount.com")
	regex.match(`(?i)\b(is|are|was|were|been|already) shared with\b[^.;]*\b(viewer|reader|read-only|read only|can view|may read)\b`, contact.text)
}

# A block of code that shows what somebody would write, or what a service answers.
only_shown(contact) if {
	contact.fenced
	leads.shown(contact)
}

# A link to somebody's repository, or an item that says what of it it is.
filed(contact) if {
	owners.of(contact.address)
	contact.link
}

filed(contact) if {
	owners.of(contact.address)
	regex.match(table.item, contact.text)
}

# What stands at such a place is read more often than obeyed.
weak(contact) if owners.of(contact.address)

weak(contact) if contact.link

weak(contact) if count(object.get(contact, "tenants", [])) > 0

weak(contact) if not contains(contact.address, "://")

weak(contact) if object.get(contact, "quoted", false)

weak(contact) if leads.looked_at(contact)

weak(contact) if leads.stated(contact)

# Who is written to is a matter of what is written.
mailed(contact) if {
	contains(contact.address, "@")
	not contains(contact.address, "://")
}

# What a block of a request or of settings has is done, unless it is only shown.
locus(contact, kind) := "instruction" if {
	contact.fenced
	kind == "ties"
	main.is(contact.file)
} else := orders.locus(contact)

# A program puts it into what agents obey, or has the user bring what they sign in with.
uttered(contact, _) if {
	contact.hidden
	program(contact.file)
}

uttered(contact, kind) if {
	program(contact.file)
	kind in {"gives", "asks", "takes"}
}
