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

test_names_who_refuses_it if {
	lost := skilltest.with_facts(twice, {"front": {"codex": "\"name\" appears twice"}})
	some finding in rule.findings with input as lost
	endswith(finding.message, ": codex and openclaw refuse the skill, others take one of the two values")
	some other in rule.findings with input as twice
	endswith(other.message, ": openclaw refuses the skill, others take one of the two values")
	coping := skilltest.with_facts(twice, {"front": {"host": {"name": "x"}}})
	some third in rule.findings with input as coping
	endswith(third.message, ": agents read the skill, and take one of the two values")
}

test_fires_low_for_codex_where_it_does_not_know_the_key if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.for_hosts(twice, ["codex"])
	lost := skilltest.with_facts(twice, {"front": {"codex": "\"name\" appears twice"}})
	{finding.severity | some finding in rule.findings} == {"high"} with input as skilltest.for_hosts(lost, ["codex"])
}

test_silent_when_keys_stand_once if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
