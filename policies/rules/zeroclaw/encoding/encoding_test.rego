package skillctl.rules.zeroclaw.encoding_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw.encoding as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

broken := skill([file("a.md", {"ext": ".md"})], {"unreadable": ["a.md"]})

test_fires_when_chosen if {
	{finding.severity | some finding in rule.findings} == {"high"} with input as chosen(broken)
}

test_silent_on_the_manifest if count(rule.findings) == 0 with input as chosen(skill([], {"unreadable": ["SKILL.md"]}))

test_silent_for_other_hosts if count(rule.findings) == 0 with input as other(broken)
