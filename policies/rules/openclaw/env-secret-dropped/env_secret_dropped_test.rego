package skillctl.rules.openclaw["env-secret-dropped_test"]

import data.skillctl.rules.openclaw["env-secret-dropped"] as rule

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

settings := {"entries": {"demo": {"env": {"DEMO_API_KEY": "${KEY}", "DEMO_REGION": "eu"}}}}

test_fires if {
	some finding in rule.findings with input as run_of("given", [asks([], "")], settings)
	finding.at.path == ["skills", "entries", "demo", "env", "DEMO_API_KEY"]
}

test_silent_when_required if {
	count(rule.findings) == 0 with input as run_of("given", [asks(["DEMO_API_KEY"], "")], settings)
}

test_silent_when_primary if {
	count(rule.findings) == 0 with input as run_of("given", [asks([], "DEMO_API_KEY")], settings)
}

test_silent_without_the_skill if {
	count(rule.findings) == 0 with input as run_of("given", [], settings)
}
