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

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.obeyed
import data.skillctl.tables.agents
import data.skillctl.tables.credentials

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

# A server that is given keys which others have made: what it is for does not need them.
findings contains {
	"message": sprintf("%s gives the server %s %s, which %s for it", [obeyed.client(part), obeyed.shown(server.name), concat(", ", sort(foreign)), made(foreign)]),
	"hint": "give a server the key of the service that it is for, and no other",
	"at": {"file": part.file, "span": server.span},
	"severity": obeyed.weight(part, severity),
	"locus": obeyed.locus(part),
} if {
	some [part, server] in obeyed.entries({"server"})
	foreign := {variable | some variable in given(part, server); stranger_to(server, variable)}
	severity := gravity(server, foreign)
}

made(foreign) := "is not made" if count(foreign) == 1

made(foreign) := "are not made" if count(foreign) > 1

# Somebody else's machine in the place of a program of this one.
findings contains {
	"message": sprintf("%s calls %s for %s, which everybody starts on their own machine: who answers there reads and writes instead", [obeyed.client(part), obeyed.shown(server.url), obeyed.shown(server.name)]),
	"hint": "start the server on this machine, or give the one at the address a name of its own",
	"at": {"file": part.file, "span": server.span},
	"severity": obeyed.weight(part, "high"),
	"locus": obeyed.locus(part),
} if {
	some [part, server] in obeyed.entries({"server"})
	regex.replace(lower(server.name), `^(mcp[-_])?(server[-_])?|([-_]mcp)?([-_]server)?$`, "") in agents.servers.local
	unknown(server)
}

unknown(server) if {
	some host in addresses.named(server.url)
	not destinations.placeholder(host)
	destinations.relation(host) in {"anonymous", "unrelated"}
}

# The variables that it is given: by name, and by what stands for a value.
given(part, server) := {variable |
	some entry in part.entries
	entry.role in {"variable", "header"}
	of_server(entry, server)
	some variable in (named(entry) | filled_in(object.get(entry, "value", "")))
} | {variable |
	some text in array.concat(server.argv, [server.url])
	some variable in filled_in(text)
}

of_server(entry, server) if startswith(entry.key, concat("", [server.key, "."]))

named(entry) := {entry.name} if entry.role == "variable"

named(entry) := set() if entry.role == "header"

filled_in(value) := {found[1] | some found in regex.find_all_string_submatch_n(`\$\{?(?:env:|input:|env\.|\{ *env\.)?([A-Za-z_]\w*)`, value, -1)} if is_string(value)

filled_in(value) := set() if not is_string(value)

# The server is neither called after the provider of the key, nor started or reached by its name.
stranger_to(server, variable) if {
	some provider in providers_of(variable)
	not for_provider(server, provider)
	not destinations.issuer(variable, server.url)
}

providers_of(variable) := [provider |
	some provider in credentials.providers
	regex.match(provider.variables, upper(variable))
	regex.match(`(?i)(key|token|secret|pass|pat|pwd|credential|auth_sock|session)`, variable)
]

for_provider(server, provider) if {
	some word in words(provider)
	contains(about(server), word)
}

about(server) := lower(concat(" ", array.concat([server.name, server.url], server.argv)))

# "openai.com" and "^(OPENAI|CODEX)_" have "openai" and "codex".
words(provider) := {split(destinations.domain(host), ".")[0] | some host in provider.hosts} | {lower(word) |
	some word in regex.find_n(`[A-Z][A-Z_]+[A-Z]`, provider.variables, -1)
}

gravity(server, foreign) := "high" if {
	count(foreign) > 0
	unknown(server)
} else := "high" if {
	count(foreign) > 1
	some provider in credentials.providers
	provider.hosts != []
	some word in words(provider)
	count(word) > 3
	contains(lower(server.name), word)
} else := "high" if {
	some variable in foreign
	not regex.match(agents.servers.models, upper(variable))
	some provider in credentials.providers
	provider.hosts != []
	some word in words(provider)
	count(word) > 3
	contains(lower(server.name), word)
} else := "medium" if {
	count({providers_of(variable)[0].variables | some variable in foreign; not regex.match(agents.servers.models, upper(variable))}) > 1
}
