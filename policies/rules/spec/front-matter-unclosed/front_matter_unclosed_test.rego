package skillctl.rules.spec["front-matter-unclosed_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-unclosed"] as rule

test_fires_when_not_closed if {
	doc := skilltest.with_facts(skilltest.md({}), {"front": {"closed": false}})
	{finding.at.span.end.col | some finding in rule.findings} == {4} with input as doc
}

test_silent_when_closed if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
