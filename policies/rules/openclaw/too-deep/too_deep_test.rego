package skillctl.rules.openclaw["too-deep_test"]

import data.skillctl.rules.openclaw["too-deep"] as rule

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

set_of(kind, base, rel) := {"hosts": [], "set": {"roots": [root(kind, base)], "skills": [member("demo", rel)]}}

test_fires_below_six if {
	count(rule.findings) == 1 with input as set_of("managed", "skills", "a/b/c/d/e/f/demo")
}

test_fires_below_two_in_an_extra_folder if {
	count(rule.findings) == 1 with input as set_of("extra", "team", "a/b/demo")
}

test_silent_at_six if {
	count(rule.findings) == 0 with input as set_of("managed", "skills", "a/b/c/d/e/demo")
}

test_silent_in_an_extra_folder_called_skills if {
	count(rule.findings) == 0 with input as set_of("extra", "skills", "a/b/demo")
}

test_silent_in_folders_of_no_host if {
	count(rule.findings) == 0 with input as set_of("given", "skills", "a/b/c/d/e/f/demo")
}
