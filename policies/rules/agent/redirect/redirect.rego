# METADATA
# title: A file of the folder sends what an agent says elsewhere
# description: >-
#   Addresses and variables decide where prompts and keys go, whom connections trust and
#   which programs run. A file of the folder can set them for everybody who opens it.
# custom:
#   code: AGT-006
#   severity: high
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.redirect

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.obeyed
import data.skillctl.lib.provisions
import data.skillctl.tables.agents
import data.skillctl.tables.environment

findings contains {
	"message": sprintf("%s sends prompts and keys to %s (%s)", [obeyed.client(part), obeyed.shown(entry.value), entry.key]),
	"hint": hint,
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"endpoint"})
	is_string(entry.value)
	count(addresses.named(entry.value)) > 0
	not expected(part, entry.value)
	severity := degree[obeyed.whose(entry.value)]
}

findings contains {
	"message": sprintf("%s sets %s%s: %s", [obeyed.client(part), entry.name, valued(entry), what]),
	"hint": hint,
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"variable"})
	not harmless(entry)
	not expected(part, entry.value)
	[severity, what] := judged(entry)
}

# Text that shows settings has addresses that the user puts in.
expected(part, value) if {
	obeyed.laid(part) != ""
	obeyed.meant(sprintf("%v", [value]))
}

# What a text of the skill has put where every shell, every build or every agent reads it.
findings contains {
	"message": sprintf("sets %s to %s, which the skill does not say that it is for: %s", [laid.name, obeyed.shown(address), passes(taken)]),
	"hint": "name in the description whom requests and keys go through, or leave it to the user where programs connect to",
	"at": {"file": laid.file, "span": laid.span},
	"severity": severity,
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "address"
	some address in laid.to
	some host in addresses.named(address)
	not host in agents.vendors
	not host in agents.gateways
	not destinations.placeholder(host)
	destinations.relation(host) in {"anonymous", "unrelated"}
	taken := is_taken(laid)
	severity := gravity(laid, taken)
}

is_taken(laid) if provisions.taken_over(laid)

is_taken(laid) := false if not provisions.taken_over(laid)

passes(true) := "what is asked from then on goes through it, with the keys"

passes(false) := "whoever takes the line over asks through it, with the keys"

gravity(laid, true) := "high" if not provisions.shown(laid)

gravity(laid, true) := "medium" if provisions.shown(laid)

# A program sets a variable for itself.
program(file) if regex.match(`(?i)\.(py|m?js|cjs|tsx?|jsx|go|rb|php|pl|java|kt|rs|cs|c|cpp|swift|lua|r|sh|bash|zsh|ps1|bat|cmd|ya?ml|json|toml|ipynb)$|(^|/)(dockerfile|makefile)`, file)

# A file of lines for a shell that no sentence has anybody put anywhere.
gravity(laid, false) := "medium" if {
	commands.code(laid.file)
	not program(laid.file)
}

hint := "leave it to whoever uses the agent where it connects to, and what it starts"

degree := {"stranger": "high", "local": "medium", "vendor": "low"}

# What is secret is not said again.
valued(entry) := sprintf(" to %s", [obeyed.shown(entry.value)]) if {
	regex.match(`(?i)^(https?|socks\w*)://[^@]*$`, sprintf("%v", [entry.value]))
} else := ""

# The variables of a server or a hook are those of one program.
own(entry) if entry.keys in {"server", "run"}

judged(entry) := ["medium", "it changes what runs"] if {
	own(entry)
	changes(entry.name)
} else := [degree[obeyed.whose(sprintf("%v", [entry.value]))], "prompts and keys go there"] if {
	not own(entry)
	some pattern in agents.variables.endpoints
	regex.match(pattern, entry.name)
} else := ["high", "it changes whom connections trust"] if {
	not own(entry)
	some pattern in agents.variables.trust
	regex.match(pattern, entry.name)
} else := ["high", "it switches off what holds the agent back"] if {
	not own(entry)
	entry.name in agents.variables.guards
} else := ["high", "it changes what runs"] if {
	not own(entry)
	entry.name in agents.variables.runs
} else := ["high", "it changes what runs"] if {
	not own(entry)
	takes_over(entry.name)
} else := ["medium", "it can change what runs"] if {
	not own(entry)
	changes(entry.name)
} else := ["medium", "it is for the agent itself, and what it changes is not known"] if {
	not own(entry)
	of_agent(entry.name)
} else := ["info", "every command has it"] if {
	not own(entry)
	not entry.keys in {"variables", "shared"}
}

of_agent(name) if {
	some pattern in agents.variables.agents
	regex.match(pattern, name)
}

harmless(entry) if entry.name in agents.variables.harmless

harmless(entry) if regex.match(agents.variables.good[entry.name], sprintf("%v", [entry.value]))

# A file ".env" of a project is read by agents, and is mostly for the program that is
# worked on: what only that has is none of theirs. What a shell has set already stays.
harmless(entry) if {
	entry.keys == "shared"
	entry.name in agents.variables.settled
}

harmless(entry) if {
	entry.keys == "shared"
	regex.match(agents.variables.ordinary, entry.name)
}

harmless(entry) if {
	entry.keys == "shared"
	addressed(entry.name)
	not of_agent(entry.name)
}

# Addresses by the end of their name, which programs have for whatever they call; a
# proxy is everybody's.
addressed(name) if {
	regex.match(agents.variables.endpoints[0], name)
}

takes_over(name) if {
	some pattern in agents.variables.takesOver
	regex.match(pattern, name)
}

changes(name) if environment.code[name]

changes(name) if takes_over(name)
