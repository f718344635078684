package skillctl.rules.zeroclaw["tool-timeout_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["tool-timeout"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

tool(facts) := chosen(skill([], {"tools": [object.union({"name": "a", "kind": "shell", "timeout": null, "file": "SKILL.toml", "span": skilltest.span(4)}, facts)]}))

test_fires_on_zero if {
	some finding in rule.findings with input as tool({"timeout": 0})
	finding.message == "timeout_secs = 0 counts as 1"
}

test_fires_on_other_kinds if {
	some finding in rule.findings with input as tool({"timeout": 5, "kind": "http"})
	contains(finding.message, "no effect")
}

test_silent if {
	count(rule.findings) == 0 with input as tool({})
	count(rule.findings) == 0 with input as tool({"timeout": 3600})
}
