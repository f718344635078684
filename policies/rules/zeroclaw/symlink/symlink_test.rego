package skillctl.rules.zeroclaw.symlink_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw.symlink as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

linked := skill([file("a", {"type": "symlink"})], {})

test_fires_high_when_chosen if {
	{finding.severity | some finding in rule.findings} == {"high"} with input as chosen(linked)
}

test_fires_quietly_when_nothing_was_said if {
	{finding.severity | some finding in rule.findings} == {"info"} with input as linked
}

test_silent_for_other_hosts if count(rule.findings) == 0 with input as other(linked)

test_silent_without_links if count(rule.findings) == 0 with input as chosen(skill([file("a", {})], {}))
