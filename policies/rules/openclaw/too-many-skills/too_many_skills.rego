# METADATA
# title: More skills in one folder than OpenClaw loads
# description: >-
#   OpenClaw loads at most skills.limits.maxSkillsLoadedPerSource skills of
#   each root, 200 unless configured, and drops the rest silently.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["too-many-skills"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s holds %d skills and OpenClaw loads %d of them: the last %d, by path, are silently dropped", [root.path, loadable, limit, loadable - limit]),
	"hint": "raise skills.limits.maxSkillsLoadedPerSource, or spread the skills over several folders",
	"at": {"file": root.path},
} if {
	some root in openclaw.known_roots
	root.skills > limit
	loadable := count([skill |
		some skill in openclaw.placed
		skill.place.root == root.path
		skill.inside == ""
		skill.place.depth <= 6
		not openclaw.unseen(skill.place.rel)
	])
	loadable > limit
}

default configured := 200

configured := min(limits) if count(limits) > 0

limits contains n if {
	some entry in openclaw.settings
	n := entry.value.skills.limits.maxSkillsLoadedPerSource
	is_number(n)
}

limit := configured
