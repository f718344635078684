package skillctl.rules.spec["toml-syntax_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["toml-syntax"] as rule

test_fires_on_broken_toml if {
	doc := skilltest.with_facts(skilltest.toml({}), {"toml": {"error": {"message": "expected a value", "span": skilltest.span(3)}}})
	{finding.at.span | some finding in rule.findings} == {skilltest.span(3)} with input as doc
}

test_silent_on_good_toml if count(rule.findings) == 0 with input as skilltest.toml({"skill": {"name": "a"}})
