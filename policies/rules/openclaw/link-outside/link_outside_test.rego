package skillctl.rules.openclaw["link-outside_test"]

import data.skillctl.rules.openclaw["link-outside"] as rule

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

link(rel, more) := object.union(
	{
		"path": concat("/", ["home/skills", rel]),
		"target": "../elsewhere",
		"resolved": "",
		"dangling": false,
		"loop": false,
		"openclaw": {"root": "home/skills", "rel": rel, "inside": false, "allowed": false},
	},
	more,
)

set_of(kind, entry, skills) := {"hosts": ["openclaw"], "set": {"roots": [root(kind, "skills")], "skills": skills, "links": [entry]}}

test_fires_in_a_workspace if {
	some finding in rule.findings with input as set_of("workspace", link("demo", {"resolved": "/srv/demo"}), [])
	contains(finding.hint, `"/srv/demo"`)
	finding.confidence == "high"
}

test_unsure_where_the_root_is_not_known if {
	some finding in rule.findings with input as set_of("given", link("demo", {"resolved": "/srv/demo"}), [])
	finding.confidence == "low"
}

test_silent_in_the_managed_folder if {
	count(rule.findings) == 0 with input as set_of("managed", link("demo", {"resolved": "/srv/demo"}), [])
}

test_silent_when_allowed if {
	count(rule.findings) == 0 with input as set_of("workspace", link("demo", {"openclaw": {"allowed": true}}), [])
}
