package skillctl.rules.zeroclaw["toml-syntax_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["toml-syntax"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

broken(name) := skill([], {"toml": [{"file": name, "error": {"message": "expected a value", "span": skilltest.span(2)}, "tools": []}]})

test_fires_when_chosen if {
	some finding in rule.findings with input as chosen(broken("a.toml"))
	finding.severity == "high"
	contains(finding.message, "expected a value")
}

test_fires_low_when_nothing_was_said if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as broken("a.toml")
}

test_silent_on_the_manifest if {
	doc := skilltest.with_facts(chosen(broken("SKILL.toml")), {"manifest": {"file": "SKILL.toml"}})
	count(rule.findings) == 0 with input as doc
}

test_silent_on_good_files if count(rule.findings) == 0 with input as chosen(skill([], {}))
