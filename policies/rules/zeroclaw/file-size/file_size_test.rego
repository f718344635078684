package skillctl.rules.zeroclaw["file-size_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["file-size"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

big := skill([file("a.md", {"ext": ".md", "size": 600000})], {})

test_fires_when_chosen if {
	some finding in rule.findings with input as chosen(big)
	finding.severity == "high"
	startswith(finding.message, "585.9 KB: ")
}

test_fires_low_when_nothing_was_said if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as big
}

test_silent_on_other_files if count(rule.findings) == 0 with input as chosen(skill([file("a.txt", {"ext": ".txt", "size": 600000})], {}))

test_silent_at_the_limit if count(rule.findings) == 0 with input as chosen(skill([file("a.md", {"ext": ".md", "size": 524288})], {}))
