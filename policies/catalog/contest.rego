# METADATA
# title: Who wins a name
# description: >-
#   Of the skills that were taken in, a root keeps so many; of those with one
#   name, that of the strongest root wins, and in a root the one that is read
#   last.
package skillctl.catalog.contest

import data.skillctl.catalog.gates
import data.skillctl.catalog.place

# The position of a tier in the order of loading, then of the root in it.
rank := {root.id: [i, root.id] |
	some i, tier in data.skillctl.tables.skill_roots.tiers
	some root in input.roots
	root.tier == tier.tier
}

# By root, what was taken in, in the order of reading.
members[c.root] contains [c.order, c.id] if {
	some c in input.candidates
	not place.fates[c.id]
}

# Roots that are a skill themselves and hold others which are then not loaded.
owned[c.root] := c.id if {
	some c in input.candidates
	c.role == "own"
	not place.fates[c.id]
}

alone contains c.id if {
	some c in input.candidates
	c.role == "root"
	not place.fates[c.id]
}

kept contains id if some id in alone

kept contains id if some id in owned

kept contains id if {
	some root, found in members
	not owned[root]
	some [_, id] in array.slice(sort(found), 0, input.limits.loaded)
}

contestants[input.candidates[id].skill.name] contains [rank[input.candidates[id].root], input.candidates[id].order, id] if {
	some id in kept
}

winner[name] := last if {
	some name, found in contestants
	[_, _, last] := max(found)
}

losers[c.id] := answer if {
	some c in input.candidates
	not place.fates[c.id]
	not winner[c.skill.name] == c.id
	answer := loss(c)
}

loss(c) := {
	"state": "dropped",
	"rule": "catalog/root-skill",
	"message": sprintf("the root %s is a skill itself, and the host loads no other from it", [place.roots[c.root].path]),
	"silent": true,
	"by": owned[c.root],
} if {
	owned[c.root] != c.id
} else := {
	"state": "dropped",
	"rule": "catalog/limit",
	"message": sprintf("its root has more skills than the %d that are loaded of one", [input.limits.loaded]),
	"setting": ["skills", "limits", "maxSkillsLoadedPerSource"],
	"silent": true,
} if {
	not c.id in kept
} else := {
	"state": "shadowed",
	"rule": "catalog/same-folder",
	"message": sprintf("the same folder is loaded as %s", [input.candidates[winner[c.skill.name]].path]),
	"by": winner[c.skill.name],
	"silent": true,
} if {
	input.candidates[winner[c.skill.name]].real == c.real
} else := {
	"state": "shadowed",
	"rule": "catalog/same-root",
	"message": sprintf("%s has the same name and comes later in the same root", [input.candidates[winner[c.skill.name]].path]),
	"by": winner[c.skill.name],
} if {
	input.candidates[winner[c.skill.name]].root == c.root
} else := {
	"state": "shadowed",
	"rule": "catalog/precedence",
	"message": sprintf("%s has the same name and is of a stronger root (%s over %s)", [
		input.candidates[winner[c.skill.name]].path,
		place.roots[input.candidates[winner[c.skill.name]].root].tier, place.roots[c.root].tier,
	]),
	"by": winner[c.skill.name],
}

# Names that more than one folder has.
contested contains name if {
	some name, found in contestants
	count(found) > 1
	count({input.candidates[id].real | some [_, _, id] in found}) > 1
}

# Winners that the operator does not want to win.
refused[id] := {
	"state": "refused",
	"rule": "catalog/shadowing",
	"message": sprintf("%d folders are called %q, and catalog.shadowing is deny", [count(contestants[name]), name]),
	"setting": ["catalog", "shadowing"],
	"offered": false,
	"model": false,
	"command": false,
} if {
	input.shadowing == "deny"
	some name in contested
	id := winner[name]
}

warnings[id] contains {
	"rule": "catalog/shadowing",
	"message": sprintf("it shadows %s", [concat(", ", sort([input.candidates[other].path | some [_, _, other] in contestants[name]; other != id]))]),
	"setting": ["catalog", "shadowing"],
} if {
	input.shadowing == "warn"
	some name in contested
	id := winner[name]
}

# A skill that nobody gets keeps one away that somebody would.
warnings[id] contains {
	"rule": "catalog/ineligible-shadows",
	"message": sprintf("it is not offered, and keeps %s away, which would be", [input.candidates[other].path]),
	"setting": null,
} if {
	place.traits.ineligible_shadows
	some name in contested
	id := winner[name]
	not gates.answers(input.candidates[id]).offered
	some [_, _, other] in contestants[name]
	other != id
	gates.answers(input.candidates[other]).offered
}
