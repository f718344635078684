# METADATA
# title: Skill deeper than OpenClaw looks
# description: >-
#   OpenClaw looks six folders deep below a root, two in an extra folder that
#   is not called skills. A skill further down is passed over silently.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["too-deep"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s is %d folders below %s, and OpenClaw looks %d deep there: it never sees this skill", [skill.name, skill.place.depth, root.path, limit]),
	"hint": "move the folder of the skill up",
	"at": {"file": openclaw.manifest(skill)},
} if {
	some skill in openclaw.placed
	skill.place.depth > 2
	root := openclaw.known_roots[skill.place.root]
	limit := deepest(root, skill.place.rel)
	skill.place.depth > limit
}

deepest(root, rel) := 2 if {
	root.kind == "extra"
	root.base != "skills"
	not startswith(rel, "skills/")
} else := 7 if {
	# OpenClaw may look below this folder instead of the root.
	startswith(rel, "skills/")
} else := 6
