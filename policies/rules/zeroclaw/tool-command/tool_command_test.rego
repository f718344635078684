package skillctl.rules.zeroclaw["tool-command_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["tool-command"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

tools(list) := skill([], {"toml": [{"file": "SKILL.toml", "tools": list}]})

test_fires_on_missing if {
	some finding in rule.findings with input as chosen(tools([{"kind": "mcp", "command": "missing", "span": skilltest.span(2)}]))
	startswith(finding.message, "tool 0 (counted from 0) has no command")
}

test_fires_on_blank if {
	some finding in rule.findings with input as tools([{"kind": "SHELL", "command": "empty", "span": skilltest.span(2)}])
	finding.severity == "low"
}

test_silent_on_blank_address if {
	count(rule.findings) == 0 with input as chosen(tools([{"kind": "http", "command": "empty", "span": skilltest.span(2)}]))
}

test_silent_on_command if {
	count(rule.findings) == 0 with input as chosen(tools([{"kind": "shell", "command": "given", "span": skilltest.span(2)}]))
}
