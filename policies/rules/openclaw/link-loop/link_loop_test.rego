package skillctl.rules.openclaw["link-loop_test"]

import data.skillctl.rules.openclaw["link-loop"] as rule

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

test_fires if {
	count(rule.findings) == 1 with input as set_of("given", link("loop", {"loop": true, "openclaw": {"inside": true}}), [])
}

test_silent_on_other_links if {
	count(rule.findings) == 0 with input as set_of("given", link("demo", {"openclaw": {"inside": true}}), [])
}

test_silent_when_it_leaves_the_root if {
	count(rule.findings) == 0 with input as set_of("given", link("loop", {"loop": true}), [])
}
