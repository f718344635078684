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
	regex.match(label, cells(parts[0])[count(cells(parts[0])) - 1])
	regex.match(`^["'\x60>)\]\s.,;]*($|[|·•(（])`, parts[1])
}

# The parts of a line that has several such addresses.
cells(text) := regex.split(`[|·•;\n]|\. `, text)

label := concat("", [`(?i)^[^\pL\pN]*(`, concat("|", table.labels), `)( (`, concat("|", table.labels), `))?[^\pL\pN]*$`])

# Whoever wants to gives something to who made it, at a service that is for that.
thanks(text, address) if {
	some host in hosts(address)
	destinations.domain(host) in table.supporters
	regex.match(concat("", [`(?i)\b(`, concat("|", table.thanks), `)\b`]), text)
	not regex.match(table.work, text)
	not regex.match(`(?i)\b(before|after|first|then|must|run|agent|card|account|users?|budget)\b|[$€£]\s?\d|\d\s?([$€£]|usd|eur|dollars?|euros?|pounds?)`, text)
}

hosts(address) := addresses.named(address) | addresses.named(concat("", ["https://", address]))
