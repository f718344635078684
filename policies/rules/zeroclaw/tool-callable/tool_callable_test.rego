package skillctl.rules.zeroclaw["tool-callable_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["tool-callable"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

tool(facts) := chosen(skill([], {"tools": [object.union({"name": "a", "kind": "shell", "target": null, "file": "SKILL.toml", "span": skilltest.span(4)}, facts)]}))

test_fires_on_unknown_kind if {
	some finding in rule.findings with input as tool({"kind": "Shell"})
	finding.hint == `write kind = "shell"`
}

test_fires_without_target if {
	some finding in rule.findings with input as tool({"kind": "mcp", "target": "  "})
	contains(finding.message, "no target")
}

test_silent_on_callable if {
	count(rule.findings) == 0 with input as tool({})
	count(rule.findings) == 0 with input as tool({"kind": "builtin", "target": "shell"})
}
