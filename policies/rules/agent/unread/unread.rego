# METADATA
# title: A file that agents obey could not be read
# description: >-
#   What an agent makes of a broken file, or of one that is not here, nobody has judged.
#   Agents read more than strict JSON, and skip in silence what they cannot read.
# custom:
#   code: AGT-009
#   severity: medium
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent.unread

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s could not be read: %s", [name(part), part.problem]),
	"hint": "correct it, or take it away",
	"at": place(part),
	"severity": obeyed.weight(part, "medium"),
	"locus": obeyed.locus(part),
} if {
	some part in input.skill.agents
	part.problem != ""
}

# A file that is named for hooks or servers, and that no agent's reader was given: what it
# says was read as any file's text is.
findings contains {
	"message": sprintf("%s takes %s from %s, which was not read as that", [obeyed.client(part), entry.key, obeyed.shown(entry.value)]),
	"hint": "write it into this file",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, "medium"),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"file"})
	places := named(part.file, entry.value)
	not read(places)
}

# A file of somebody else's folder may say anything there.
findings contains {
	"message": sprintf("%s takes in %s, which is outside of the folder and was not read", [name(part), obeyed.shown(entry.value)]),
	"hint": "take it into the folder, or leave it out",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, outside(entry)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"import"})
}

# What is in the home folder is the reader's own.
outside(entry) := "low" if {
	regex.match(`^~/`, entry.value)
	not regex.match(`(^|/)\.\.(/|$)`, entry.value)
} else := "medium"

# A name counts from the folder of the file, or from the one above: the root of a plugin.
named(file, value) := {concat("/", array.concat(array.slice(steps, 0, count(steps) - up), [trim_prefix(value, "./")])) |
	steps := split(file, "/")
	some up in [1, 2]
	up <= count(steps)
}

read(places) if {
	some part in input.skill.agents
	part.file in places
	part.problem == ""
}

name(part) := sprintf("what %s is to obey", [part.client]) if part.client != ""

name(part) := "what agents are to obey" if part.client == ""

place(part) := {"file": part.file, "span": part.span} if part.span.start.line > 0

place(part) := {"file": part.file} if part.span.start.line == 0
