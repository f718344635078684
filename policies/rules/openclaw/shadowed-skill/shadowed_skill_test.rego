package skillctl.rules.openclaw["shadowed-skill_test"]

import data.skillctl.rules.openclaw["shadowed-skill"] as rule

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

test_fires_in_one_root if {
	some finding in rule.findings with input as {"hosts": [], "set": {
		"roots": [root("managed", "skills")],
		"skills": [member("demo", "a"), member("demo", "b")],
	}}
	finding.at.file == "home/skills/a/SKILL.md"
	contains(finding.message, "sorts last")
}

test_fires_over_roots if {
	some finding in rule.findings with input as {"hosts": [], "set": {
		"roots": [root("managed", "skills"), object.union(root("workspace", "skills"), {"path": "work/skills"})],
		"skills": [member("demo", "b"), object.union(member("demo", "a"), {"path": "work/skills/a", "place": {"root": "work/skills"}})],
	}}
	finding.at.file == "home/skills/b/SKILL.md"
	contains(finding.message, "has precedence")
}

extra(path, i) := object.union(root("extra", "x"), {"path": path, "config": {"file": "openclaw.json", "path": ["skills", "load", "extraDirs", i]}})

test_the_later_extra_folder_counts_more if {
	some finding in rule.findings with input as {"hosts": [], "set": {
		"roots": [extra("home/skills", 1), extra("work/skills", 0)],
		"skills": [member("demo", "a"), object.union(member("demo", "b"), {"path": "work/skills/b", "place": {"root": "work/skills"}})],
	}}
	finding.at.file == "work/skills/b/SKILL.md"
}

test_low_on_a_bundled_name if {
	some finding in rule.findings with input as {"hosts": [], "set": {"roots": [root("managed", "skills")], "skills": [member("weather", "weather")]}}
	finding.severity == "low"
}

test_silent_on_different_names if {
	count(rule.findings) == 0 with input as {"hosts": [], "set": {"roots": [root("managed", "skills")], "skills": [member("demo-one", "a"), member("demo-two", "b")]}}
}

test_silent_in_folders_of_no_host if {
	count(rule.findings) == 0 with input as {"hosts": [], "set": {"roots": [root("given", "skills")], "skills": [member("demo", "a"), member("demo", "b")]}}
}

test_a_workshop_counts_less_than_a_managed_folder if {
	some finding in rule.findings with input as {"hosts": [], "set": {
		"roots": [root("managed", "skills"), object.union(root("workshop", "workshop-skills"), {"path": "work/skills"})],
		"skills": [member("demo", "b"), object.union(member("demo", "a"), {"path": "work/skills/a", "place": {"root": "work/skills"}})],
	}}
	finding.at.file == "work/skills/a/SKILL.md"
}

# Each agent reads one workspace.
test_silent_over_two_workspaces if {
	count(rule.findings) == 0 with input as {"hosts": [], "set": {
		"roots": [root("workspace", "skills"), object.union(root("workspace", "skills"), {"path": "work/skills"})],
		"skills": [member("demo", "a"), object.union(member("demo", "b"), {"path": "work/skills/b", "place": {"root": "work/skills"}})],
	}}
}
