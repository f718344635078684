package skillctl.rules.openclaw["hidden-folder_test"]

import data.skillctl.rules.openclaw["hidden-folder"] as rule

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

set_of(rel) := {"hosts": ["openclaw"], "set": {"roots": [root("given", "skills")], "skills": [member("demo", rel)]}}

test_fires_on_a_hidden_folder if {
	count(rule.findings) == 1 with input as set_of(".drafts/demo")
}

test_fires_in_dependencies if {
	count(rule.findings) == 1 with input as set_of("group/node_modules/demo")
}

test_info_on_backups if {
	some finding in rule.findings with input as set_of(".openclaw-install-backups/demo")
	finding.severity == "info"
}

test_silent_in_the_open if {
	count(rule.findings) == 0 with input as set_of("group/demo")
}
