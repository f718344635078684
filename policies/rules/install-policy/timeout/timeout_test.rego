package skillctl.rules["install-policy"].timeout_test

import data.skillctl.rules["install-policy"].timeout as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

exec(more) := policy({"enabled": true, "exec": object.union({"source": "exec", "command": "/x"}, more)})

test_fires_on_minutes if {
	some finding in rule.findings with input as exec({"timeoutMs": 99999999999})
	contains(finding.message, "1666666 minutes")
}

test_medium_on_moments if {
	some finding in rule.findings with input as exec({"timeoutMs": 10})
	finding.severity == "medium"
}

test_fires_on_a_limit_without_effect if {
	count(rule.findings) == 1 with input as exec({"noOutputTimeoutMs": 20000})
}

test_silent_on_usual_limits if {
	count(rule.findings) == 0 with input as exec({"timeoutMs": 15000, "noOutputTimeoutMs": 5000})
}
