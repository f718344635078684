package skillctl.rules["install-policy"].disabled_test

import data.skillctl.rules["install-policy"].disabled as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

test_fires_when_described_and_off if {
	found := rule.findings with input as policy({"enabled": false, "exec": {"source": "exec", "command": "/x"}})
	count(found) == 1
	some finding in found
	not finding.severity
}

test_fires_without_enabled if {
	some finding in rule.findings with input as policy({"exec": {"source": "exec", "command": "/x"}})
	contains(finding.message, "not set")
}

test_low_without_a_policy if {
	found := rule.findings with input as {"config": {"kind": "openclaw", "value": {}}}
	count(found) == 1
	some finding in found
	finding.severity == "low"
}

test_silent_when_on if {
	count(rule.findings) == 0 with input as policy({"enabled": true, "exec": {"source": "exec", "command": "/x"}})
}

test_silent_on_other_documents if {
	count(rule.findings) == 0 with input as {"config": {"kind": "zeroclaw", "value": {}}}
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"security": {"installPolicy": {"exec": {"command": "/x"}}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
