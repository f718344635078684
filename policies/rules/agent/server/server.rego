# METADATA
# title: A file of the folder has an agent start or call a server
# description: >-
#   A server is a program that runs with all rights of whoever opens the folder, and what it
#   answers is read by the model. What its command does is judged by the rules about
#   commands.
# custom:
#   code: AGT-002
#   severity: low
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.server

import data.skillctl.lib.obeyed

findings contains {
	"message": message(part, entry),
	"hint": "pin the version that is started, and name only servers that the work in this folder needs",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(entry)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"server"})
}

message(part, entry) := sprintf("%s starts the server %s: %s", [obeyed.client(part), obeyed.shown(entry.name), obeyed.shown(entry.text)]) if entry.text != ""

message(part, entry) := sprintf("%s calls the server %s at %s%s", [obeyed.client(part), obeyed.shown(entry.name), obeyed.shown(entry.url), open_to_all(entry)]) if entry.text == ""

# What is not enciphered can be read and changed by the network on the way.
severity(entry) := "medium" if {
	plain(entry)
} else := "low"

open_to_all(entry) := ", without encryption" if {
	plain(entry)
} else := ""

plain(entry) if {
	entry.url != ""
	not regex.match(`(?i)^(https|wss)://|^\$\{?\w+\}?`, entry.url)
	obeyed.whose(entry.url) != "local"
}
