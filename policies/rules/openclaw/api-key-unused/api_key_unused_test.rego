package skillctl.rules.openclaw["api-key-unused_test"]

import data.skillctl.rules.openclaw["api-key-unused"] as rule

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

asks(env, primary) := object.union(member("demo", "demo"), {"openclaw": {"env": env, "primaryEnv": primary}})

settings := {"entries": {"demo": {"apiKey": "${KEY}"}}}

test_fires_with_what_the_skill_waits_for if {
	some finding in rule.findings with input as run_of("given", [asks(["DEMO_API_KEY"], "")], settings)
	contains(finding.message, "waits for DEMO_API_KEY")
}

test_fires_without_any_variable if {
	count(rule.findings) == 1 with input as run_of("given", [asks([], "")], settings)
}

# The copy that counts may be the one that names a variable.
test_silent_with_a_place_in_another_copy if {
	copy := object.union(asks([], "DEMO_API_KEY"), {"path": "ws/skills/demo"})
	count(rule.findings) == 0 with input as run_of("given", [asks([], ""), copy], settings)
	count(rule.findings) == 1 with input as run_of("given", [asks([], ""), object.union(asks([], ""), {"path": "ws/skills/demo"})], settings)
}

test_silent_with_a_place if {
	count(rule.findings) == 0 with input as run_of("given", [asks([], "DEMO_API_KEY")], settings)
}

test_silent_on_other_skills if {
	count(rule.findings) == 0 with input as run_of("given", [member("other", "other")], settings)
}
