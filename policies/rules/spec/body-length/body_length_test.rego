package skillctl.rules.spec["body-length_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["body-length"] as rule

sized(lines, tokens) := skilltest.with_options(
	skilltest.with_facts(skilltest.md(skilltest.good), {"body": {"lines": lines, "tokens": tokens}}),
	{"spec/body-length": {"max_lines": 500, "max_tokens": 5000}},
)

test_fires_on_lines if {
	some finding in rule.findings with input as sized(501, 100)
	startswith(finding.message, "the body has 501 lines (at most 500 are advised);")
}

test_fires_once_on_both if {
	some finding in rule.findings with input as sized(501, 6000)
	contains(finding.message, " and about 6000 tokens")
}

test_silent_at_the_limit if count(rule.findings) == 0 with input as sized(500, 5000)

test_silent_on_toml if {
	doc := skilltest.with_options(skilltest.toml({}), {"spec/body-length": {"max_lines": 0, "max_tokens": 0}})
	count(rule.findings) == 0 with input as doc
}
