# METADATA
# title: Deals with a person or an account that nothing explains
# description: >-
#   A sentence names an account, a wallet, a number, a code or somebody by name, and has the agent pay,
#   call, let in or trust them, and nothing else of the skill says who that is. Whoever it is is a
#   stranger to the user.
# custom:
#   code: INJ-041
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["unexplained-party"]

import data.skillctl.lib.contacts
import data.skillctl.lib.main
import data.skillctl.lib.orders
import data.skillctl.lib.parties
import data.skillctl.tables.contacts as table

findings contains {
	"message": sprintf("%s: %s %s, which nothing in the skill explains", [orders.shown(party), deed, parties.title(party)]),
	"hint": "leave it out; have the user name whom something is paid, sent or opened to, or say in the description whose it is",
	"at": {"file": party.file, "span": party.span},
	"severity": severity(party),
	"locus": orders.locus(party),
} if {
	some party in input.skill.body.parties
	deed := parties.said(party)
	not parties.about(party)
	not called(party)
}

# That somebody is called is what the skill is for, and nothing else is done.
called(party) if {
	party.kind == "phone"
	parties.for_calls
	parties.only_called(party)
}

# Who made the skill answers questions.
called(party) if {
	party.kind == "phone"
	regex.match(table.meeting, party.heading)
	parties.only_called(party)
}

severity(party) := "medium" if {
	not main.is(party.file)
} else := "medium" if {
	contacts.drafted(party)
} else := "medium" if {
	parties.exemplary(party)
} else := "medium" if {
	parties.private
} else := "medium" if {
	# That somebody is called is what the skill is for.
	party.kind == "phone"
	parties.for_calls
} else := "medium" if {
	parties.only_called(party)
} else := "medium" if {
	# It is only named.
	party.kind in parties.money
	not parties.receives(party)
} else := "high"
