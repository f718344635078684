# METADATA
# title: Lines end in carriage returns alone
# description: >-
#   A carriage return without a line feed is not the end of a line for most
#   readers: the file is one long line to them, without front matter.
# custom:
#   code: SPEC-018
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [codex, zeroclaw]
#   fix: none
package skillctl.rules.spec["newline-style"]

import data.skillctl.lib.hosts

literal := {"codex", "zeroclaw"}

findings contains {
	"message": sprintf("the lines of %s end in a carriage return alone: to %s it is one long line without front matter", [
		input.skill.manifest.file,
		hosts.listed(literal),
	]),
	"hint": "end lines with a line feed: `tr '\\r' '\\n' <SKILL.md >new && mv new SKILL.md`",
	"at": {"file": input.skill.manifest.file},
	"severity": severity,
} if {
	input.skill.text.newline == "cr"
}

findings contains {
	"message": sprintf("%s mixes kinds of line ends, one of them a carriage return alone", [input.skill.manifest.file]),
	"hint": "use line feeds throughout",
	"at": {"span": input.skill.text.bad},
	"severity": "low",
} if {
	input.skill.text.newline == "mixed"
	input.skill.text.utf8
	not input.skill.text.nul
	is_object(input.skill.text.bad)
}

default severity := "low"

severity := "medium" if count(hosts.concerned(literal)) > 0
