package skillctl.rules.openclaw["command-collision_test"]

import data.skillctl.rules.openclaw["command-collision"] as rule

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

pair(a, b) := {"hosts": ["openclaw"], "set": {"roots": [root("given", "skills")], "skills": [
	object.union(member(a, "a"), {"openclaw": {"command": "git_log"}}),
	object.union(member(b, "b"), {"openclaw": {"command": "git_log"}}),
]}}

test_fires_for_both if {
	found := rule.findings with input as pair("git-log", "Git Log")
	count(found) == 2
}

test_silent_on_one_name if {
	count(rule.findings) == 0 with input as pair("git-log", "git-log")
}

test_silent_on_different_commands if {
	count(rule.findings) == 0 with input as {"hosts": ["openclaw"], "set": {"roots": [root("given", "skills")], "skills": [member("one", "a"), member("two", "b")]}}
}
