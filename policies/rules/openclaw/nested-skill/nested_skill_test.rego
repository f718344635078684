package skillctl.rules.openclaw["nested-skill_test"]

import data.skillctl.rules.openclaw["nested-skill"] as rule

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

set_of(inside, depth) := {"hosts": ["openclaw"], "set": {"roots": [root("given", "skills")], "skills": [
	object.union(member("inner", "outer/inner"), {"inside": inside}),
	object.union(member("outer", "outer"), {"place": {"root": "home/skills", "rel": "outer", "depth": depth}}),
]}}

test_fires if {
	some finding in rule.findings with input as set_of("home/skills/outer", 1)
	finding.at.file == "home/skills/outer/inner/SKILL.md"
}

test_silent_beside_it if {
	count(rule.findings) == 0 with input as set_of("", 1)
}

test_silent_below_the_root_itself if {
	count(rule.findings) == 0 with input as set_of("home/skills/outer", 0)
}
