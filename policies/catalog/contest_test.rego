package skillctl.catalog_test

managed := object.union(candidate, {"id": 0, "root": 0, "path": "/state/skills/a", "real": "/state/skills/a"})

own := object.union(candidate, {"id": 1})

pair := of([managed, own])

test_the_stronger_root_wins if {
	[answers(pair)[0].rule, answers(pair)[0].by, answers(pair)[1].rule] == ["catalog/precedence", 1, "catalog/loaded"]
	answers(pair)[1].wins
}

# Two folders of one kind: the later one is the stronger.
test_a_later_root_wins if {
	twins := [object.union(roots[0], {"tier": "extra"}), object.union(roots[1], {"tier": "extra"})]
	first(object.union(pair, {"roots": twins})).message == "/ws/skills/a has the same name and is in a root that is configured later and therefore stronger"
	contains(first(pair).message, "in a stronger root (workspace over managed)")
}

test_in_a_root_the_last_wins if {
	document := of([object.union(own, {"id": 0, "path": "/ws/skills/0", "real": "/ws/skills/0"}), own])
	answers(document)[0].rule == "catalog/same-root"
}

test_two_ways_to_one_folder if {
	document := of([object.union(own, {"id": 0, "path": "/ws/skills/0"}), own])
	answers(document)[0].rule == "catalog/same-folder"
	not answers(document)[1].warnings
}

# What cannot be taken in does not stand in the way.
test_an_invalid_copy_shadows_nothing if {
	document := of([managed, object.union(own, {"skill": {"description": ""}})])
	[answer.rule | some answer in answers(document)] == ["catalog/loaded", "catalog/description"]
}

test_limits if {
	three := of([object.union(own, {"id": i, "skill": {"name": name}}) | some i, name in ["a", "b", "c"]])
	few := object.union(three, {"limits": {"loaded": 2}})
	[answer.rule | some answer in answers(few)] == ["catalog/loaded", "catalog/loaded", "catalog/limit"]
}

test_a_root_that_is_a_skill if {
	document := of([object.union(own, {"id": 0, "role": "own", "skill": {"name": "root"}}), own])
	answers(document)[1].rule == "catalog/root-skill"
}

test_shadowing if {
	said := {policy: answer.state |
		some policy in ["allow", "warn", "deny"]
		answer := answers(object.union(pair, {"shadowing": policy}))[1]
	}
	said == {"allow": "loaded", "warn": "loaded", "deny": "refused"}
	answers(object.union(pair, {"shadowing": "warn"}))[1].warnings[0].rule == "catalog/shadowing"
	not answers(object.union(pair, {"shadowing": "allow"}))[1].warnings
	not answers(object.union(pair, {"shadowing": "deny"}))[1].offered
}

# Only strict warns of a copy that is not offered and keeps a good one away.
test_ineligible_shadows if {
	document := object.union(of([managed, object.union(own, {"skill": {"env": ["X"]}})]), {"shadowing": "allow"})
	answers(document)[1].rule == "catalog/requires"
	not answers(document)[1].warnings
	answers(by("strict", document))[1].warnings[0].rule == "catalog/ineligible-shadows"
}

# Two names that read alike: strict warns of both, and of letters that look like others.
test_names_that_read_alike if {
	two := of([managed, object.union(own, {"skill": {"name": "A", "plain": "a", "odd": ["confusable"]}})])
	document := object.union(two, {"index": {"alike": {"a": ["A", "a"]}}})
	[[warning.rule | some warning in answer.warnings] | some answer in answers(by("strict", document))] == [["catalog/lookalike"], ["catalog/lookalike", "catalog/odd-name"]]
	contains(answers(by("strict", document))[0].warnings[0].message, "for A, which is another skill (/ws/skills/a)")
	every answer in answers(document) {
		answer.rule == "catalog/loaded"
		not answer.warnings
	}
}

test_names_that_deceive if {
	every kind in ["bidi", "bom", "control", "filler", "line", "private", "zero-width"] {
		rule(by("strict", but({"skill": {"odd": [kind]}}))) == "catalog/deceptive-name"
		rule(but({"skill": {"odd": [kind]}})) == "catalog/loaded"
	}
	rule(by("strict", but({"skill": {"odd": ["fullwidth"]}}))) == "catalog/loaded"
	rule(by("strict", but({"manifest": {"mode": "0666"}, "skill": {"odd": ["bidi"]}}))) == "catalog/writable"
}

# What an entry gives counts as there, and may never be set.
test_promises if {
	asks := {"env": ["GITHUB_TOKEN", "CITY"], "primaryEnv": "GITHUB_TOKEN"}
	entries := {"a": {"enabled": null, "env": ["CITY"], "apiKey": true}}
	document := object.union(of([object.union(own, {"id": 0, "skill": asks})]), {"entries": entries})
	strict := first(by("strict", document))
	strict.state == "loaded"
	strict.warnings == [{
		"rule": "catalog/env-dropped",
		"message": "it requires GITHUB_TOKEN; its entry sets it, but the agent never passes it on: the agent blocks the name: variables like it change how programs load, where they connect, or as whom",
		"setting": ["skills", "entries", "a"],
	}]
	not first(document).warnings
	set_already := object.union(document, {"host": {"env": {"GITHUB_TOKEN": true}}})
	not first(by("strict", set_already)).warnings
}

# An agent that loads all skills of one name has each contend for its folder.
apart(candidates) := object.union(base, {
	"candidates": candidates,
	"index": {
		"names": {candidate.real: [candidate.id] | some candidate in candidates},
		"alike": {"a": [candidate.real | some candidate in candidates]},
		"roots": [[candidate.id | some candidate in candidates; candidate.root == root.id] | some root in roots],
	},
})

test_skills_of_one_name_are_all_loaded if {
	found := answers(apart([managed, own]))
	every answer in found {
		answer.rule == "catalog/loaded"
		answer.wins
	}
	[[warning.rule | some warning in answer.warnings] | some answer in found] == [["catalog/same-name"], ["catalog/same-name"]]
	found[0].warnings[0].message == "the agent also loads /ws/skills/a, which has the same name"
	every answer in answers(object.union(apart([managed, own]), {"shadowing": "allow"})) {
		not answer.warnings
	}
	refused := answers(object.union(apart([managed, own]), {"shadowing": "deny"}))
	[answer.rule | some answer in refused] == ["catalog/shadowing", "catalog/shadowing"]
	contains(refused[0].message, "2 skills have the name \"a\"")
}

test_names_that_read_alike_in_folders if {
	found := answers(by("strict", apart([managed, object.union(own, {"skill": {"name": "A"}})])))
	[warning.rule | some warning in found[0].warnings] == ["catalog/lookalike"]
	contains(found[0].warnings[0].message, "for A, which is another skill (/ws/skills/a)")
}

# Of many only the first are named.
test_many_skills_of_one_name if {
	many := [object.union(candidate, {"id": i, "path": sprintf("/ws/skills/%d", [i]), "real": sprintf("/ws/skills/%d", [i])}) | some i in numbers.range(0, 5)]
	found := answers(apart(many))
	found[5].warnings[0].message == "the agent also loads /ws/skills/0, /ws/skills/1, /ws/skills/2 and 2 more, which have the same name"
	found[0].warnings[0].message == "the agent also loads /ws/skills/1, /ws/skills/2, /ws/skills/3 and 2 more, which have the same name"
}
