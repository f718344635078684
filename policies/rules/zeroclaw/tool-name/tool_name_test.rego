package skillctl.rules.zeroclaw["tool-name_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["tool-name"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

tools(list) := chosen(skill([], {"tools": [object.union({"index": i, "name": "a", "callable": "s__a", "written": "s__a", "file": "SKILL.toml", "span": skilltest.span(4)}, facts) | some i, facts in list]}))

test_fires_on_changed_name if {
	some finding in rule.findings with input as tools([{"written": "my skill__a", "callable": "my_skill__a_1f"}])
	contains(finding.message, `"my_skill__a_1f"`)
}

test_fires_on_duplicate if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as tools([{}, {}])
}

test_silent_on_plain_names if count(rule.findings) == 0 with input as tools([{}, {"callable": "s__b", "written": "s__b"}])
