package skillctl.rules["install-policy"]["exec-missing_test"]

import data.skillctl.rules["install-policy"]["exec-missing"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

test_fires if {
	count(rule.findings) == 1 with input as policy({"enabled": true})
}

test_silent_with_a_command if {
	count(rule.findings) == 0 with input as policy({"enabled": true, "exec": {"source": "exec", "command": "/x"}})
}

test_silent_when_off if {
	count(rule.findings) == 0 with input as policy({"enabled": false})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"security": {"installPolicy": {"enabled": true}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
