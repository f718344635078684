# METADATA
# title: Description is not text
# description: >-
#   YAML reads the description as a list, a mapping, a number or a truth value.
#   Validators of the specification refuse the skill, Codex a list or a mapping.
# custom:
#   code: SPEC-007
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills, codex]
#   fix: safe
package skillctl.rules.spec["description-type"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("`description` must be text, but is a %s: %s the skill, openclaw reads %s", [field.type, hosts.doing(front.strict, "refuse"), text.clip(host, 60)]),
		"hint": "put the description in quotes",
		"at": {"path": ["description"]},
		"severity": hosts.severity(front.strict, "medium", "medium"),
	},
	fix,
) if {
	field := front.fields.description
	not field.type in {"string", "null"}
	host := json.marshal(object.get(front.front.host, "description", ""))
}

default fix := {}

fix := {"fix": {
	"title": "put the description in quotes",
	"safe": true,
	"edits": [{"at": {"path": ["description"]}, "text": text.quoted(front.front.host.description)}],
}} if {
	front.fields.description.type in {"boolean", "number"}
}
