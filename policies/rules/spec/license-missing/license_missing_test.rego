package skillctl.rules.spec["license-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["license-missing"] as rule

test_fires_without if count(rule.findings) == 1 with input as skilltest.md(skilltest.good)

test_silent_with_field if count(rule.findings) == 0 with input as skilltest.having({"license": "MIT"})

test_silent_with_file if {
	count(rule.findings) == 0 with input as skilltest.with_facts(skilltest.md(skilltest.good), {"files": [{"path": "LICENSE.txt"}]})
}
