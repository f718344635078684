# METADATA
# title: Front matter is broken, and only some agents repair it
# description: >-
#   A value breaks the YAML. OpenClaw and mostly Codex repair it and load the skill;
#   others refuse it. A skill that works for its author is gone elsewhere.
# custom:
#   code: SPEC-002
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex]
#   fix: safe
package skillctl.rules.spec["front-matter-recovered"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

# Agents that repair it.
repairing contains "openclaw"

repairing contains "codex" if front.codex_reads

findings contains {
	"message": sprintf("the value of `%s` breaks the YAML: %s it all the same, %s the skill", [
		broken.key,
		hosts.reading(repairing),
		hosts.doing(front.strict, "refuse"),
	]),
	"hint": sprintf("put it in quotes: `%s: %s`", [broken.key, quoted]),
	"at": {"span": broken.span},
	"severity": severity,
	"fix": {
		"title": sprintf("quote the value of `%s`", [broken.key]),
		"safe": true,
		"edits": [{"at": {"span": broken.span}, "text": quoted}],
	},
} if {
	some broken in front.front.recovered
	front.was_read
	front.broken
	quoted := text.quoted(front.front.host[broken.key])
}

findings contains {
	"message": sprintf("the front matter is not valid YAML (%s): %s it all the same, %s the skill", [
		front.front.error.message,
		hosts.reading(repairing),
		hosts.doing(front.strict, "refuse"),
	]),
	"hint": "put the value in quotes",
	"at": {"span": front.front.error.span},
	"severity": severity,
} if {
	front.broken
	front.was_read
	front.openclaw_reads
	count(front.front.recovered) == 0
	count(front.front.duplicates) == 0
}

default severity := "low"

severity := "medium" if count(hosts.concerned(front.strict)) > 0
