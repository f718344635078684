package skillctl.rules.openclaw["too-many-skills_test"]

import data.skillctl.rules.openclaw["too-many-skills"] as rule

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

many(n, settings) := {"hosts": [], "set": {
	"roots": [object.union(root("managed", "skills"), {"skills": n})],
	"skills": [member(name, name) | some i in numbers.range(1, n); name := sprintf("s%d", [i])],
	"configs": settings,
}}

test_fires_above_the_limit if {
	some finding in rule.findings with input as many(201, [])
	contains(finding.message, "the last 1, by path")
}

test_counts_by_the_setting if {
	some finding in rule.findings with input as many(5, [{"kind": "openclaw", "value": {"skills": {"limits": {"maxSkillsLoadedPerSource": 3}}}}])
	contains(finding.message, "loads 3 of them")
}

test_silent_at_the_limit if {
	count(rule.findings) == 0 with input as many(200, [])
}
