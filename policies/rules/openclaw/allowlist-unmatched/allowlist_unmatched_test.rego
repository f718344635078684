package skillctl.rules.openclaw["allowlist-unmatched_test"]

import data.skillctl.rules.openclaw["allowlist-unmatched"] as rule

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

run_of(kind, names) := {"hosts": [], "set": {
	"roots": [root(kind, "skills")],
	"skills": [object.union(member("demo", "demo"), {"dir": "folder", "openclaw": {"key": "demo-key"}})],
	"configs": [{"file": "openclaw.json", "kind": "openclaw", "value": {"agents": {"entries": {"main": {"skills": names}}}}}],
}}

test_fires_on_a_key if {
	some finding in rule.findings with input as run_of("given", ["demo-key"])
	finding.hint == `write "demo"`
	finding.at == {"file": "openclaw.json", "path": ["agents", "entries", "main", "skills", 0]}
}

test_fires_on_another_case if {
	count(rule.findings) == 1 with input as run_of("given", ["Demo"])
}

test_unsure_about_a_skill_that_was_not_seen if {
	some finding in rule.findings with input as run_of("managed", ["other"])
	finding.confidence == "low"
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as run_of("managed", [" demo ", "", "weather"])
}

test_fires_on_a_bundled_skill_that_there_is_not if {
	some finding in rule.findings with input as {"hosts": [], "set": {"roots": [], "skills": [], "configs": [{"file": "openclaw.json", "kind": "openclaw", "value": {"skills": {"allowBundled": ["weather", "no-such"]}}}]}}
	finding.at.path == ["skills", "allowBundled", 1]
}
