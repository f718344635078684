package skillctl.rules.openclaw["entry-unmatched_test"]

import data.skillctl.rules.openclaw["entry-unmatched"] as rule

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

config(skills_settings) := {"file": "openclaw.json", "kind": "openclaw", "value": {"skills": skills_settings}}

run_of(kind, skills, settings) := {"hosts": [], "set": {"roots": [root(kind, "skills")], "skills": skills, "configs": [config(settings)]}}

keyed := object.union(member("demo", "demo"), {"dir": "folder", "openclaw": {"key": "demo-key"}})

test_high_when_the_skill_was_to_be_off if {
	some finding in rule.findings with input as run_of("given", [keyed], {"entries": {"demo": {"enabled": false}}})
	finding.severity == "high"
	finding.hint == `write "demo-key"`
	finding.at == {"file": "openclaw.json", "path": ["skills", "entries", "demo"], "on": "key"}
}

test_fires_on_the_folder if {
	some finding in rule.findings with input as run_of("given", [keyed], {"entries": {"folder": {}}})
	finding.severity == "medium"
}

test_fires_on_another_case if {
	count(rule.findings) == 1 with input as run_of("given", [keyed], {"entries": {"DEMO-KEY": {}}})
}

test_unsure_about_a_skill_that_was_not_seen if {
	some finding in rule.findings with input as run_of("managed", [keyed], {"entries": {"other": {}}})
	finding.confidence == "low"
}

test_silent_when_the_roots_are_not_known if {
	count(rule.findings) == 0 with input as run_of("given", [keyed], {"entries": {"other": {}}})
}

test_silent_on_keys_and_bundled_skills if {
	count(rule.findings) == 0 with input as run_of("managed", [keyed], {"entries": {"demo-key": {}, "weather": {}}})
}
