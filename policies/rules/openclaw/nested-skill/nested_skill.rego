# METADATA
# title: Skill inside the folder of another skill
# description: >-
#   OpenClaw does not look into the folder of a skill for more skills, even
#   when that skill itself does not load.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["nested-skill"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s lies below the skill %s, where OpenClaw does not look for skills: it never sees this one", [skill.name, outer.name]),
	"hint": "move it beside the other skill",
	"at": {"file": openclaw.manifest(skill)},
	"related": [{"at": {"file": openclaw.manifest(outer)}, "message": "the skill around it"}],
} if {
	some skill in openclaw.placed
	skill.inside != ""
	some outer in openclaw.placed
	outer.path == skill.inside
	outer.place.root == skill.place.root
	outer.place.depth > 0
}
