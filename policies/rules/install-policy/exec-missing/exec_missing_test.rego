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
