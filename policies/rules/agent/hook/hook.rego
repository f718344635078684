# METADATA
# title: A file of the folder has an agent run a command
# description: >-
#   Whoever opens the folder with the agent has the command run, at each event that it is
#   for and without a question. What the command does is judged by the rules about commands.
# custom:
#   code: AGT-001
#   severity: low
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.hook

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.obeyed

findings contains {
	"message": message(part, entry),
	"hint": "leave it out if it is not needed; who opens the folder has to know of it",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(entry)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"run"})
}

message(part, entry) := sprintf("%s runs %s%s, and asks nobody%s", [obeyed.client(part), obeyed.shown(entry.text), occasion(entry), unread(entry)]) if entry.text != ""

message(part, entry) := sprintf("%s sends what it does%s to %s", [obeyed.client(part), occasion(entry), obeyed.shown(entry.url)]) if entry.text == ""

# The event of a hook, or the key of any other command.
occasion(entry) := sprintf(" at %s", [found[0][1]]) if {
	found := regex.find_all_string_submatch_n(`^(?:.*\.)?hooks\.([A-Za-z]+)`, entry.key, 1)
	count(found) > 0
} else := sprintf(" for %s", [entry.key])

severity(entry) := "low" if {
	entry.text != ""
	count(missing(entry)) == 0
} else := "low" if {
	entry.text == ""
	obeyed.whose(entry.url) == "local"
} else := "high" if {
	entry.text == ""
	strange(entry.url)
} else := "medium"

# Nobody knows whom it tells what is done.
strange(url) if {
	some host in addresses.named(url)
	not destinations.placeholder(host)
	destinations.relation(host) in {"anonymous", "unrelated"}
}

unread(entry) := sprintf("; %s is not in the folder, and was not read", [obeyed.shown(min(missing(entry)))]) if {
	count(missing(entry)) > 0
} else := ""

# Programs of the folder that it names and that are not there.
missing(entry) := {file |
	words := array.concat(split(entry.text, " "), entry.argv)
	some found in regex.find_all_string_submatch_n(`^["']?(?:\.{1,2}/|\$\{?CLAUDE_PROJECT_DIR\}?["']?/)([\w./-]+\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|ps1))["']?$`, words[_], 1)
	file := found[1]
	not read(file)
}

read(file) if {
	some one in input.skill.files
	endswith(concat("", ["/", one.path]), concat("", ["/", trim_prefix(file, "./")]))
}
