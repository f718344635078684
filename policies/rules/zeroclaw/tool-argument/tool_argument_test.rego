package skillctl.rules.zeroclaw["tool-argument_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["tool-argument"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

tool(facts) := chosen(skill([], {"tools": [object.union({"name": "a", "kind": "shell", "args": [], "placeholders": [], "locked": [], "shadowed": [], "probe": "", "file": "SKILL.toml", "span": skilltest.span(4)}, facts)]}))

test_fires_on_raw_text if {
	some finding in rule.findings with input as tool({"args": ["f"], "placeholders": ["f"], "probe": "cat x; id"})
	endswith(finding.message, `it becomes "cat x; id"`)
}

test_fires_on_shadowed if {
	some finding in rule.findings with input as tool({"kind": "builtin", "args": ["f"], "locked": ["f"], "shadowed": ["f"]})
	contains(finding.message, "ignored")
}

test_fires_on_undeclared if {
	some finding in rule.findings with input as tool({"placeholders": ["f"]})
	contains(finding.message, "is not declared")
}

test_fires_on_unused if {
	some finding in rule.findings with input as tool({"args": ["f"]})
	finding.severity == "low"
}

test_fires_on_locked if {
	some finding in rule.findings with input as tool({"locked": ["f"]})
	contains(finding.message, "locked_args")
}

test_silent if {
	count(rule.findings) == 0 with input as tool({})
	count(rule.findings) == 0 with input as tool({"kind": "mcp", "locked": ["f"], "args": ["x"]})
}
