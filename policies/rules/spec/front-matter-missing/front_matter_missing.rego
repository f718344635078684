# METADATA
# title: SKILL.md does not begin with front matter
# description: >-
#   The name and the description stand between two `---` lines at the very top.
#   Without them the skill is not loaded, or loaded with a description guessed
#   from its text.
# custom:
#   code: SPEC-002
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex, openclaw]
#   fix: none
package skillctl.rules.spec["front-matter-missing"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

# These guess a description from the first lines of the text.
guessing := {"claude", "zeroclaw"}

strict := {"agentskills", "codex", "openclaw"}

findings contains {
	"message": sprintf("SKILL.md does not begin with a `---` line, so it has neither name nor description: %s load it", [hosts.doing_not(lost)]),
	"hint": sprintf(
		"make `---` the first line, with no blank line or space before it, then `name: %s`, `description: …` and a closing `---`",
		[front.name_from(front.skill.dir)],
	),
	"at": {"span": input.skill.body.span},
	"hosts": sort(lost),
} if {
	not front.front.present
	front.was_read
	lost := hosts.concerned(strict)
	count(lost) > 0
}

findings contains {
	"message": sprintf("SKILL.md does not begin with a `---` line: %s the description from the first lines of the text", [hosts.doing(hosts.selected, "guess")]),
	"hint": sprintf("make `---` the first line, then `name: %s`, `description: …` and a closing `---`", [front.name_from(front.skill.dir)]),
	"hosts": sort(hosts.selected),
	"severity": "low",
} if {
	not front.front.present
	front.was_read
	count(hosts.selected) > 0
	count(hosts.selected - guessing) == 0
}
