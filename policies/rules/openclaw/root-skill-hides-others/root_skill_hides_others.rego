# METADATA
# title: Manifest at the root hides all other skills
# description: >-
#   A SKILL.md directly in a folder that skills are loaded from makes that
#   whole folder one skill. The skills below it never load.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["root-skill-hides-others"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("SKILL.md directly in %s makes the folder one skill: OpenClaw loads %s", [root.path, none_of(hidden)]),
	"hint": "move this skill into a folder of its own",
	"at": {"file": openclaw.manifest(own)},
} if {
	some own in openclaw.placed
	own.place.depth == 0
	root := openclaw.known_roots[own.place.root]
	hidden := count([skill | some skill in openclaw.placed; skill.place.root == root.path; skill.place.depth > 0])
	hidden > 0
}

none_of(1) := "nothing of the skill below it"

none_of(n) := sprintf("none of the %d skills below it", [n]) if n != 1
