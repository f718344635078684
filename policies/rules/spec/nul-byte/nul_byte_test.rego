package skillctl.rules.spec["nul-byte_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["nul-byte"] as rule

test_fires_on_nul if {
	count(rule.findings) == 1 with input as skilltest.with_facts(skilltest.md({}), {"text": {"nul": true, "bad": skilltest.span(7)}})
}

test_silent_on_text if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
