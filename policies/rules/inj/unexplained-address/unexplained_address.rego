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
}

deed(contact) := "gives" if {
	contacts.gives(contact)
} else := "takes" if {
	contacts.takes(contact)
} else := "fills" if {
	contacts.fills(contact)
}

severity(contact) := "medium" if {
	not main.is(contact.file)
} else := "medium" if {
	contacts.drafted(contact)
} else := "medium" if {
	strangers.elsewhere(contacts.stranger(contact), contact)
} else := "high"
