# METADATA
# title: Name differs from the name of the folder
# description: >-
#   The specification wants the two to be the same. Settings, links and people
#   then mean the same skill by either.
# custom:
#   code: SPEC-005
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills]
#   fix: unsafe
package skillctl.rules.spec["name-directory"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("the skill is named %q and its folder %q; the Agent Skills specification wants the two to be the same", [name, front.skill.dir]),
		"hint": sprintf("rename the folder to %s%s", [name, other]),
		"at": {"path": ["name"]},
		"severity": hosts.severity({"agentskills"}, "medium", "low"),
	},
	fix,
) if {
	name := front.name
	name != front.skill.dir
	front.name_is_good
	meant
}

# Where the specification was not asked for, it counts what the folder is called. One
# that no skill could be called after was named by whatever unpacked, cloned or copied
# the skill; what installs it gives it the name of the skill.
meant if front.good_name(front.skill.dir)

meant if "agentskills" in hosts.selected

default other := ""

other := sprintf(", or write `name: %s`", [front.skill.dir]) if front.good_name(front.skill.dir)

default fix := {}

fix := {"fix": {
	"title": sprintf("rename the skill to %s, as its folder", [front.skill.dir]),
	"safe": false,
	"edits": [{"at": {"path": ["name"]}, "text": text.scalar(front.skill.dir)}],
}} if {
	front.good_name(front.skill.dir)
}
