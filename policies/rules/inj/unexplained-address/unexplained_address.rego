# METADATA
# title: Deals with an address that nothing explains
# description: >-
#   A sentence has something handed to an address, or has what is said there taken up, and neither
#   the description nor any other part of the skill is about it. Whoever answers there is a stranger
#   to the user.
# custom:
#   code: INJ-035
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unexplained-address"]

import data.skillctl.lib.commands
import data.skillctl.lib.contacts
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.strangers

findings contains {
	"message": sprintf("%s: %s %s, which nothing in the skill explains", [orders.shown(contact), what[kind], contacts.stranger(contact)]),
	"hint": "leave it out; if the skill is for that service, name the service in the description and ask the user before anything is handed to it",
	"at": {"file": contact.file, "span": contact.span},
	"severity": severity(contact),
	"locus": orders.locus(contact),
} if {
	some contact in input.skill.body.contacts
	contacts.said(contact)
	contacts.stranger(contact)
	kind := deed(contact)
}

what := {
	"gives": "something goes to",
	"takes": "the agent goes by what is said by",
	"fills": "something is filled in for",
	"asks": "the user is to enter something at",
}

deed(contact) := "gives" if {
	contacts.gives(contact)
} else := "takes" if {
	contacts.takes(contact)
} else := "fills" if {
	contacts.fills(contact)
	not commands.code(contact.file) # a program fills its own texts in
} else := "asks" if {
	asks(contact)
}

# A program has the user bring there what they sign in with.
asks(contact) if {
	commands.code(contact.file)
	said := concat(" ", [contact.before, contacts.words(contact)])
	regex.match(`(?i)\b(enter|paste|type|provide|give|submit|confirm|verify|renew|unlock|restore)\b`, said)
	regex.match(`(?i)\b(keys?|tokens?|passwords?|passphrases?|credentials?|phrases?|codes?)\b`, said)
	regex.match(`(?i)\b(at|on|to|into|under|via|through|in|open|visit)\b\W*$`, split(contact.text, contact.address)[0])
}

severity(contact) := "high" if {
	uttered(contact)
	not strangers.elsewhere(contacts.stranger(contact), contact)
} else := "medium" if {
	not main.is(contact.file)
} else := "medium" if {
	drafted(contact)
} else := "medium" if {
	strangers.elsewhere(contacts.stranger(contact), contact)
} else := "high"

# A text that is shown to somebody else: an advertisement, a reply, a notice.
drafted(contact) if {
	some mark in {"quoted", "fenced"}
	object.get(contact, mark, false)
	regex.match(`(?i)\b(templates?|ad(vert\w*)?s?|job|notices?|polic(y|ies)|repl(y|ies)|mails?|e-mails?|letters?|messages?|footers?|signatures?|disclaimers?|posts?|snippets?|blocks?|announcements?|examples?|samples?)\b`, concat(" ", [contact.heading, object.get(contact, "above", ""), contact.before]))
}

# A program puts it into what agents obey, or has the user bring what they sign in with.
uttered(contact) if {
	contact.hidden
	commands.code(contact.file)
}

uttered(contact) if {
	commands.code(contact.file)
	deed(contact) in {"gives", "asks"}
}
