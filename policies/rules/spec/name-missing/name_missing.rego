# METADATA
# title: Name is missing
# description: >-
#   The specification requires a name. Other agents take the name of the folder
#   instead, so that renaming the folder renames the skill.
# custom:
#   code: SPEC-003
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills]
#   fix: safe
package skillctl.rules.spec["name-missing"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("the front matter has no `name`: validators of agentskills refuse it, the other agents take the folder's name, %q", [front.skill.dir]),
		"hint": sprintf("add the line `name: %s`", [front.name_from(front.skill.dir)]),
		"at": {"span": front.front.span},
		"severity": hosts.severity({"agentskills"}, "medium", "low"),
	},
	fix,
) if {
	front.readable
	absent
}

absent if not front.fields.name

absent if front.fields.name.value == null

absent if front.name == ""

default fix := {}

# Naming the skill what agents call it already changes nothing for them.
fix := {"fix": {
	"title": sprintf("name the skill %s, as its folder", [front.skill.dir]),
	"safe": true,
	"edits": [{"at": {"span": {"start": start, "end": start}}, "text": sprintf("name: %s\n", [text.scalar(front.skill.dir)])}],
}} if {
	not front.fields.name
	front.good_name(front.skill.dir)
	start := front.fields[front.front.order[0]].keySpan.start
}
