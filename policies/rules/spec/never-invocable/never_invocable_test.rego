package skillctl.rules.spec["never-invocable_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["never-invocable"] as rule

test_fires_when_both_are_shut if {
	count(rule.findings) == 1 with input as skilltest.having({"user-invocable": false, "disable-model-invocation": true})
}

test_silent_when_one_is_open if {
	count(rule.findings) == 0 with input as skilltest.having({"user-invocable": false})
	count(rule.findings) == 0 with input as skilltest.having({"user-invocable": true, "disable-model-invocation": true})
}
