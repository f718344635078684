package skillctl.rules.zeroclaw["content-pattern_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["content-pattern"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

test_fires_on_hit if {
	doc := skill([], {"patterns": [{"file": "SKILL.md", "id": "fork-bomb", "span": skilltest.span(4)}]})
	some finding in rule.findings with input as doc
	contains(finding.message, "fork-bomb")
}

test_silent_without if count(rule.findings) == 0 with input as skill([], {})
