# METADATA
# title: Addresses that say who made something
# description: >-
#   Whether an address stands behind a label alone, "Website: …", or is where somebody thanks who made
#   the skill: a reader may go there, and nobody is told to do anything.
package skillctl.lib.labels

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.tables.contacts as table

# The address has a label for where a project is found, and nothing else is said of it.
only(text, address) if {
	parts := split(text, address)
	count(parts) > 1
	before := cells(parts[0])
	regex.match(label, before[count(before) - 1])
	regex.match(concat("", [`(?i)^["'\x60>)\]\s.,;]*($|[|·•(（—–]|(`, words, `)\s*[:：→])`]), parts[1])
}

# The parts of a line that has several such addresses.
cells(text) := regex.split(`[|·•;\n—–]|\. `, regex.replace(text, table.address, " | "))

words := concat("|", table.labels)

label := concat("", [`(?i)^[^\pL\pN]*(`, words, `)((,| and|/)? (`, words, `)){0,3}[^\pL\pN]*$`])

# Whoever wants to gives something to who made it, at a service that is for that.
thanks(text, address) if {
	some host in hosts(address)
	destinations.domain(host) in table.supporters
	not regex.match(table.work, text)
	not regex.match(`(?i)\b(before|after|first|then|must|required|run|agent|card|account|users?|budget|pays?|charge|transfer|unlock|activate|licen[cs]e|prices?|costs?|buy (a|an|the|your))\b|[$€£]\s?\d|\d\s?([$€£]|usd|eur|dollars?|euros?|pounds?)`, text)
}

hosts(address) := addresses.named(address) | addresses.named(concat("", ["https://", address]))
