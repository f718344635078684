package skillctl.rules.openclaw["root-skill-hides-others_test"]

import data.skillctl.rules.openclaw["root-skill-hides-others"] as rule

root(kind, base) := {"path": "home/skills", "kind": kind, "base": base, "own": false, "skills": 1}

member(name, rel) := {
	"path": concat("/", ["home/skills", rel]),
	"name": name,
	"dir": name,
	"file": "SKILL.md",
	"inside": "",
	"openclaw": {"name": name, "key": name, "command": name, "userInvocable": true, "primaryEnv": "", "env": []},
	"place": {"root": "home/skills", "rel": rel, "depth": count(split(rel, "/"))},
}

set_of(skills) := {"hosts": ["openclaw"], "set": {"roots": [root("given", "skills")], "skills": skills}}

own := object.union(member("own", "."), {"path": "home/skills", "place": {"root": "home/skills", "rel": ".", "depth": 0}})

test_fires if {
	some finding in rule.findings with input as set_of([own, member("a", "a"), member("b", "b")])
	contains(finding.message, "none of the 2 skills below it")
	finding.at.file == "home/skills/SKILL.md"
}

test_speaks_of_a_single_skill if {
	some finding in rule.findings with input as set_of([own, member("a", "a")])
	endswith(finding.message, "loads nothing of the skill below it")
}

test_silent_on_a_skill_alone if {
	count(rule.findings) == 0 with input as set_of([own])
}

test_silent_without_one if {
	count(rule.findings) == 0 with input as set_of([member("a", "a"), member("b", "b")])
}
