# METADATA
# title: Which skill of a name is loaded
# description: >-
#   Each root loads a limited number of skills. Of the skills with one name, the one
#   in the strongest root wins, and within a root the one that is read last.
package skillctl.catalog.contest

import data.skillctl.catalog.gates
import data.skillctl.catalog.place
import data.skillctl.lib.openclaw.environment

# Roots that are themselves a skill, so that the skills in them are not loaded.
owned := {c.root: c.id |
	some c in input.candidates
	c.role == "own"
	not place.fates[c.id]
}

alone := {c.id |
	some c in input.candidates
	c.role == "root"
	not place.fates[c.id]
}

# All other skills, up to the limit of each root.
rest := {id |
	some root, ids in input.index.roots
	not owned[root]
	taken := [id | some id in ids; not place.fates[id]]
	some id in array.slice(taken, 0, input.limits.loaded)
}

kept := (alone | rest) | {id | some id in owned}

# What each candidate contends for: its name, or, where the agent loads all skills of one
# name, its folder.
slot := {id: key |
	some key, ids in input.index.names
	some id in ids
}

# What the skill that has a slot is called.
called(key) := input.candidates[winner[key]].skill.name

# The loaded skills by slot, the weakest first.
contestants := {name: ids |
	some name, all in input.index.names
	ids := [id | some id in all; id in kept]
	count(ids) > 0
}

winner := {name: ids[count(ids) - 1] | some name, ids in contestants}

winners := {id | some id in winner}

losers := {c.id: answer |
	some c in input.candidates
	not c.id in winners
	not place.fates[c.id]
	answer := loss(c.id)
}

loss(id) := {
	"state": "dropped",
	"rule": "catalog/root-skill",
	"message": sprintf("the root %s is a skill itself, and the agent loads no other from it", [place.roots[input.candidates[id].root].path]),
	"silent": true,
	"by": owned[input.candidates[id].root],
} if {
	owned[input.candidates[id].root] != id
} else := {
	"state": "dropped",
	"rule": "catalog/limit",
	"message": sprintf("its root has more skills than the %d that the agent loads from one root", [input.limits.loaded]),
	"setting": ["skills", "limits", "maxSkillsLoadedPerSource"],
	"silent": true,
} if {
	not id in kept
} else := {
	"state": "shadowed",
	"rule": "catalog/same-folder",
	"message": sprintf("the same folder is loaded as %s", [input.candidates[winner[slot[id]]].path]),
	"by": winner[slot[id]],
	"silent": true,
} if {
	input.candidates[winner[slot[id]]].real == input.candidates[id].real
} else := {
	"state": "shadowed",
	"rule": "catalog/same-root",
	"message": sprintf("%s has the same name and comes later in the same root", [input.candidates[winner[slot[id]]].path]),
	"by": winner[slot[id]],
} if {
	input.candidates[winner[slot[id]]].root == input.candidates[id].root
} else := {
	"state": "shadowed",
	"rule": "catalog/precedence",
	"message": sprintf("%s has the same name and is in %s", [input.candidates[winner[slot[id]]].path, stronger(id, winner[slot[id]])]),
	"by": winner[slot[id]],
}

# Why one root is stronger than another.
stronger(id, other) := sprintf("a stronger root (%s over %s)", [place.roots[input.candidates[other].root].tier, place.roots[input.candidates[id].root].tier]) if {
	place.roots[input.candidates[other].root].tier != place.roots[input.candidates[id].root].tier
} else := "a root that is configured later and therefore stronger"

# Names that more than one folder has.
contested := {name |
	some name, ids in contestants
	count(ids) > 1
	count({input.candidates[id].real | some id in ids}) > 1
}

# Winners by name, where several slots read alike.
bearers[called(key)] contains key if {
	some keys in input.index.alike
	some key in keys
	winner[key]
}

# Names that several winners have, where the agent loads all of them, with how many and
# the first of them: there may be thousands.
shared := {name: {"count": count(keys), "first": array.slice(sort(keys), 0, 4)} |
	some name, keys in bearers
	count(keys) > 1
}

# Winners that have the name of other winners.
twins := {key: shared[name] |
	some name, keys in bearers
	shared[name]
	some key in keys
}

# Winners that the operator's settings refuse.
refused := {id: answer |
	input.shadowing == "deny"
	some key in (contested | object.keys(twins))
	id := winner[key]
	answer := {
		"state": "refused",
		"rule": "catalog/shadowing",
		"message": sprintf("%d skills have the name %q, and catalog.shadowing is deny", [bearing(key), called(key)]),
		"setting": ["catalog", "shadowing"],
		"wins": true,
		"offered": false,
		"model": false,
		"command": false,
	}
}

# How many folders have the name of a winner.
bearing(key) := twins[key].count if twins[key]

else := count(contestants[key])

# Groups in which there are several names.
mixed := {plain |
	some plain, keys in input.index.alike
	count({called(key) | some key in keys; winner[key]}) > 1
}

# Names that people easily mistake for those of other winners.
alike := {key: others |
	place.traits.names
	some plain, keys in input.index.alike
	mixed[plain]
	some key in keys
	winner[key]
	others := [other | some other in keys; winner[other]; called(other) != called(key)]
	count(others) > 0
}

# Names with characters that look like others.
odd := {name |
	place.traits.names
	some name, id in winner
	count(input.candidates[id].skill.odd) > 0
}

# Names of skills that require variables which only their entries set.
promised := {name |
	place.traits.promises
	some name, id in winner
	count(input.candidates[id].skill.env) > 0
	count(unset(id)) > 0
}

# Variables that count as set, because the entry sets them, but that the agent never
# passes on.
unset(id) := {name: reason |
	skill := input.candidates[id].skill
	entry := input.entries[skill.key]
	some name in skill.env
	not input.host.env[name]
	gates.given(entry, skill, name)
	declared := [trim_space(one) | some one in array.concat(skill.env, [skill.primaryEnv])]
	reason := environment.dropped(trim_space(name), declared)
}

# Warnings of winners, by id.
warnings := {id: list |
	some name in ((((contested | object.keys(twins)) | object.keys(alike)) | odd) | promised)
	id := winner[name]
	list := array.flatten([shadows(name, id), shares(name), keeps_away(name, id), reads_like(name), looks_like(name, id), promises(name, id)])
	count(list) > 0
}

shadows(name, id) := [{
	"rule": "catalog/shadowing",
	"message": sprintf("it replaces %s, which has the same name", [concat(", ", [input.candidates[other].path | some other in contestants[name]; other != id])]),
	"setting": ["catalog", "shadowing"],
}] if {
	input.shadowing == "warn"
	name in contested
} else := []

shares(key) := [{
	"rule": "catalog/same-name",
	"message": message,
	"setting": ["catalog", "shadowing"],
}] if {
	input.shadowing == "warn"
	others := array.slice([input.candidates[winner[other]].path | some other in twins[key].first; other != key], 0, 3)
	message := sprintf("the agent also loads %s%s, which %s the same name", [concat(", ", others), further((twins[key].count - 1) - count(others)), have(twins[key].count - 1)])
} else := []

further(0) := ""

further(n) := sprintf(" and %d more", [n]) if n > 0

have(1) := "has"

have(n) := "have" if n > 1

reads_like(name) := [{
	"rule": "catalog/lookalike",
	"message": sprintf("its name is easily mistaken for %s, which is another skill (%s)", [concat(", ", [called(other) | some other in alike[name]]), concat(", ", [input.candidates[winner[other]].path | some other in alike[name]])]),
	"setting": null,
}] if {
	alike[name]
} else := []

looks_like(name, id) := [{
	"rule": "catalog/odd-name",
	"message": sprintf("its name has characters that look like other characters (%s)", [concat(", ", input.candidates[id].skill.odd)]),
	"setting": null,
}] if {
	name in odd
} else := []

promises(name, id) := [{
	"rule": "catalog/env-dropped",
	"message": sprintf("it requires %s; its entry sets it, but the agent never passes it on: %s", [variable, reason]),
	"setting": ["skills", "entries", input.candidates[id].skill.key],
} |
	name in promised
	some variable, reason in unset(id)
]

# A skill that is not offered hides one that would be.
keeps_away(name, id) := [{
	"rule": "catalog/ineligible-shadows",
	"message": sprintf("it is not offered itself, but hides %s, which would be", [concat(", ", better)]),
	"setting": null,
}] if {
	place.traits.ineligible_shadows
	gates.facts[id].offered == false
	better := [input.candidates[other].path | some other in contestants[name]; other != id; gates.facts_of(other).offered]
	count(better) > 0
} else := []
