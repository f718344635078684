package skillctl.rules.spec["body-empty_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["body-empty"] as rule

test_fires_without_text if {
	count(rule.findings) == 1 with input as skilltest.with_facts(skilltest.md(skilltest.good), {"body": {"bytes": 2, "tokens": 0, "lines": 2}})
}

test_silent_with_text if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_the_front_matter_has_no_end if {
	doc := skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"closed": false}, "body": {"bytes": 0, "tokens": 0}})
	count(rule.findings) == 0 with input as doc
}
