package skillctl.rules.spec["front-matter-duplicate-key_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-duplicate-key"] as rule

twice := skilltest.with_facts(skilltest.md({}), {"front": {"duplicates": [{"key": "name", "span": skilltest.span(4), "first": skilltest.span(2)}]}})

test_fires_on_a_key_that_stands_twice if {
	some finding in rule.findings with input as twice
	finding.severity == "high"
	contains(finding.message, "first on line 2")
	count(finding.related) == 1
}

test_fires_lower_where_a_host_copes if {
	doc := skilltest.with_facts(twice, {"front": {"host": {"name": "x"}}})
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_silent_when_keys_stand_once if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
