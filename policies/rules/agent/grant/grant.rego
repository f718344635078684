# METADATA
# title: A file of the folder permits what an agent would ask about
# description: >-
#   What the file permits is done without a question by whoever works in the folder, also
#   when a text that the agent reads has it done.
# custom:
#   code: AGT-003
#   severity: medium
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.grant

import data.skillctl.lib.obeyed
import data.skillctl.tables.agents
import data.skillctl.tables.readers

findings contains {
	"message": sprintf("%s %s%s", [obeyed.client(part), verb[entry.role], what]),
	"hint": "permit single commands in full, such as Bash(npm run test), and leave the rest to be asked about",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, weight(part, severity)),
	"because": because(part),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"grant", "reach", "permission", "grant-server", "prompt"})
	[severity, what] := judged(entry)
	severity != ""
}

because(part) := "it lasts while the skill is in use, which a person called for" if {
	part.kind == "skill"
} else := "it permits single commands or tools, no whole shell" if {
	obeyed.applies(part)
} else := "an agent obeys the file only where somebody puts it"

verb := {"prompt": "", "grant": "does without asking: ", "permission": "does without asking: ", "reach": "", "grant-server": "starts without asking: "}

# A permission in front matter lasts while the skill or command is in use, and a person
# has called for that.
weight(part, severity) := "low" if {
	part.kind == "skill"
	severity in {"high", "medium"}
} else := "medium" if {
	part.kind == "prompt"
	severity == "high"
} else := severity

judged(entry) := ["medium", sprintf("%s, which is not understood", [obeyed.shown(entry.value)])] if {
	entry.role == "grant"
	not is_string(entry.value)
} else := result if {
	entry.role == "grant"
	result := granted(entry.value)
} else := ["low", obeyed.shown(entry.value)] if {
	entry.role == "grant-server"
	entry.value != false
} else := result if {
	entry.role == "permission"
	not entry.value in {"ask", "deny", false}
	result := allowed(entry)
} else := result if {
	entry.role == "reach"
	result := reached(entry)
} else := ["low", sprintf("is told by %s: %s", [entry.key, obeyed.shown(entry.value)])] if {
	entry.role == "prompt"
	not entry.keys in {"gemini-command", "claude-prompt"} # a command is nothing else
}

tool(rule) := regex.find_n(`^[^(:]*`, rule, 1)[0]

# What stands in the parentheses behind the name of a tool, "" for all that it can do.
scope(rule) := trim_space(found[0][1]) if {
	found := regex.find_all_string_submatch_n(`(?s)^[^(]*\((.*)\)$`, rule, 1)
	count(found) > 0
} else := ""

everything(text) if regex.match(`^[*:\s]*$`, text)

shells := {name | some name in array.concat(agents.permissions.whole, agents.permissions.shells)}

granted(rule) := ["high", sprintf("%s, any command", [obeyed.shown(rule)])] if {
	tool(rule) in shells
	everything(scope(rule))
} else := ["high", sprintf("%s, any tool", [obeyed.shown(rule)])] if {
	regex.match(`^\*+$|^mcp__\*`, rule)
} else := result if {
	tool(rule) in shells
	result := command(rule, scope(rule))
} else := ["medium", sprintf("%s, any address", [obeyed.shown(rule)])] if {
	tool(rule) in agents.permissions.fetching
	everything(trim_prefix(scope(rule), "domain:"))
} else := ["medium", sprintf("%s, which is outside of the folder", [obeyed.shown(rule)])] if {
	tool(rule) in array.concat(agents.permissions.reading, agents.permissions.writing)
	regex.match(`^(//|~|/(?:etc|home|root|Users)\b|\.\.)`, scope(rule))
} else := ["", ""] if {
	tool(rule) in agents.permissions.reading
} else := ["medium", sprintf("%s, any file", [obeyed.shown(rule)])] if {
	tool(rule) in agents.permissions.writing
	everything(scope(rule))
} else := ["low", obeyed.shown(rule)]

# A command in full, or the beginning of one.
command(rule, text) := ["low", obeyed.shown(rule)] if {
	not contains(text, "*")
} else := ["low", obeyed.shown(rule)] if {
	words := beginning(text)
	harmless(words)
} else := ["low", obeyed.shown(rule)] if {
	words := beginning(text)
	count(words) > 1
	not words[0] in wrapping
	every word in words {
		not startswith(word, "-")
	}
} else := ["medium", sprintf("%s, with any arguments", [obeyed.shown(rule)])]

# The words before the first "*".
beginning(text) := [word | some word in split(trim_right(split(text, "*")[0], ": "), " "); word != ""]

harmless(words) if {
	count(words) > 0
	readers.programs[words[0]]
	not words[0] in data.skillctl.tables.wrappers.find.names # it runs others
}

harmless(words) if {
	words[0] == "git"
	words[1] in {"status", "log", "diff", "show", "blame", "rev-parse", "ls-files"}
}

# Programs that run another one, whose name comes later.
wrapping := {name |
	some one in data.skillctl.tables.wrappers.wrappers
	one.edge in {"wrapper", "privilege", "container", "remote"}
	some name in one.names
}

allowed(entry) := ["high", sprintf("%s, any command", [entry.key])] if {
	entry.value == "allow"
	regex.match(`(^|\.)permission(\.(bash|\*))?(\.\*+)?$`, entry.key)
} else := ["medium", sprintf("%s, with any arguments", [entry.key])] if {
	entry.value == "allow"
	regex.match(`(^|\.)permission\.bash\.\S+ ?\*$`, entry.key)
} else := ["low", entry.key] if {
	entry.value == "allow"
} else := ["medium", sprintf("%s, which is not understood", [entry.key])]

reached(entry) := ["medium", sprintf("goes by %s to %s", [entry.key, obeyed.shown(entry.value)])] if {
	is_string(entry.value)
	regex.match(`^(/|~|\.\.|\*$|[A-Za-z]:|(?i:https?:))`, entry.value)
} else := ["low", sprintf("goes by %s: %s", [entry.key, obeyed.shown(entry.value)])]
