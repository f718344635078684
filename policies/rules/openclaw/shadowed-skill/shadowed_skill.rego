# METADATA
# title: Another skill of the same name replaces this one
# description: >-
#   Of skills with the same name OpenClaw keeps one: that of the higher root,
#   and in one root that whose path sorts last, whether or not it can run.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["shadowed-skill"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s is also the name of %s, which OpenClaw loads instead: %s", [lower_one.openclaw.name, higher.path, why(lower_one, higher)]),
	"hint": "rename one of them, or remove it",
	"at": {"file": openclaw.manifest(lower_one)},
	"related": [{"at": {"file": openclaw.manifest(higher)}, "message": "this one is loaded"}],
} if {
	some name, skills in named
	count(skills) > 1
	some lower_one in skills
	higher := best(skills)
	higher.path != lower_one.path
	not apart(openclaw.known_roots[lower_one.place.root], openclaw.known_roots[higher.place.root])
}

# Two workspaces, or what two configurations name, are never read by one agent.
apart(one, other) if {
	one.kind == other.kind
	one.path != other.path
	one.kind != "extra"
}

apart(one, other) if {
	one.kind == "extra"
	other.kind == "extra"
	one.config.file != other.config.file
}

# A copy of a skill that comes with OpenClaw takes its place, too.
findings contains {
	"message": sprintf("%s is also the name of a skill that comes with OpenClaw, and replaces it", [skill.openclaw.name]),
	"hint": "choose another name, unless that is meant",
	"at": {"file": openclaw.manifest(skill)},
	"severity": "low",
	"confidence": "medium",
} if {
	some skill in visible
	rank[openclaw.known_roots[skill.place.root].kind] > rank.custodian
	openclaw.bundled(skill.openclaw.name)
}

rank := {"given": 0, "extra": 1, "plugin": 2, "bundled": 3, "custodian": 4, "workshop": 5, "managed": 6, "personal": 7, "agents": 8, "workspace": 9}

visible contains skill if {
	some skill in openclaw.placed
	skill.openclaw
	skill.inside == ""
	not openclaw.unseen(skill.place.rel)
}

named := {name: skills |
	some skill in visible
	name := skill.openclaw.name
	skills := {other | some other in visible; other.openclaw.name == name}
}

best(skills) := winner if {
	order := sort([place | some skill in skills; place := standing(skill)])
	last := order[count(order) - 1]
	winner := [skill | some skill in skills; skill.path == last[4]][0]
}

# standing sorts skills by what counts: the kind of the root, the place of an
# extra folder in the settings, the path without regard to case.
standing(skill) := [
	rank[root.kind],
	object.get(root, ["config", "path", 3], 0),
	root.path,
	[lower(skill.place.rel), skill.place.rel],
	skill.path,
] if {
	root := openclaw.known_roots[skill.place.root]
}

why(lower_one, higher) := "its folder has precedence" if lower_one.place.root != higher.place.root

why(lower_one, higher) := "its path sorts last" if lower_one.place.root == higher.place.root
