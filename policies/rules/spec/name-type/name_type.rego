# METADATA
# title: Name is not text
# description: >-
#   YAML reads the name as a number, a truth value or a list. Validators of the
#   specification refuse the skill, Codex where it is a list; OpenClaw makes text of it.
# custom:
#   code: SPEC-003
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex]
#   fix: safe
package skillctl.rules.spec["name-type"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("`name` must be text, but is a %s: %s the skill, openclaw reads %q", [field.type, hosts.doing(front.strict, "refuse"), host]),
		"hint": sprintf("write `name: %s`", [wanted]),
		"at": {"path": ["name"]},
		"severity": hosts.severity(front.strict, "medium", "medium"),
	},
	fix,
) if {
	field := front.fields.name
	not field.type in {"string", "null"}
	host := object.get(front.front.host, "name", "")
}

scalar if front.fields.name.type in {"boolean", "number"}

default wanted := "the-name"

wanted := text.quoted(front.front.host.name) if scalar

wanted := front.name_from(front.skill.dir) if not scalar

default fix := {}

fix := {"fix": {
	"title": "put the name in quotes",
	"safe": true,
	"edits": [{"at": {"path": ["name"]}, "text": wanted}],
}} if {
	scalar
}
