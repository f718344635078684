package skillctl.rules.spec["description-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-missing"] as rule

test_fires_without_description if {
	some finding in rule.findings with input as skilltest.lacking("description")
	finding.message == "the front matter has no `description`: agentskills, codex and openclaw do not load the skill"
	not finding.severity
}

test_fires_on_empty_ones if {
	every value in ["", "   ", null] {
		count(rule.findings) == 1 with input as skilltest.having({"description": value})
	}
}

test_fires_quietly_where_hosts_guess if {
	doc := skilltest.for_hosts(skilltest.lacking("description"), ["claude", "zeroclaw"])
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_silent_with_description if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_the_front_matter_is_broken if {
	doc := skilltest.with_facts(skilltest.lacking("description"), {"front": {"error": {"code": "x", "message": "x", "span": skilltest.span(2)}}})
	count(rule.findings) == 0 with input as doc
}

test_silent_on_toml if count(rule.findings) == 0 with input as skilltest.toml({})
