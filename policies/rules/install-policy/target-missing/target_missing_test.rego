package skillctl.rules["install-policy"]["target-missing_test"]

import data.skillctl.rules["install-policy"]["target-missing"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

test_fires_high_without_skills if {
	some finding in rule.findings with input as policy({"enabled": true, "targets": ["plugin"]})
	finding.severity == "high"
}

test_fires_medium_without_plugins if {
	some finding in rule.findings with input as policy({"enabled": true, "targets": ["skill"]})
	finding.severity == "medium"
}

test_silent_on_both if {
	count(rule.findings) == 0 with input as policy({"enabled": true, "targets": ["skill", "plugin"]})
}

test_silent_on_the_default if {
	count(rule.findings) == 0 with input as policy({"enabled": true})
}
