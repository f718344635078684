package skillctl.rules.zeroclaw["script-file_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["script-file"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

scripted := skill([file("a.sh", {"ext": ".sh"}), file("b.py", {"ext": ".py"}), file("c", {}), file("x/.zsh", {"hidden": true})], {"interpreters": {"c": "bash", "b.py": "python3"}})

test_fires_for_each_when_chosen if {
	{finding.at.file | some finding in rule.findings} == {"a.sh", "c", "x/.zsh"} with input as chosen(scripted)
}

test_fires_once_and_quietly_when_nothing_was_said if {
	{[finding.severity, finding.message] | some finding in rule.findings} == {["info", "ZeroClaw would refuse this skill for its scripts (a.sh, c, x/.zsh) unless skills.allow_scripts is true"]} with input as scripted
}

test_silent_when_allowed if {
	count(rule.findings) == 0 with input as skilltest.with_options(chosen(scripted), {"zeroclaw/script-file": {"allow_scripts": true}})
}

test_silent_for_other_hosts if count(rule.findings) == 0 with input as other(scripted)

test_silent_on_python if {
	count(rule.findings) == 0 with input as chosen(skill([file("b.py", {"ext": ".py"})], {"interpreters": {"b.py": "python3"}}))
}
