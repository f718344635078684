package skillctl.rules.exec["autonomy-full_test"]

import data.skillctl.rules.exec["autonomy-full"] as rule

profile(value) := {"config": {"kind": "zeroclaw", "value": {"risk_profiles": {"auto": value}}}}

test_fires_on_a_setting_without_effect if {
	found := rule.findings with input as profile({"level": "full", "workspace_only": true})
	count(found) == 1
	some finding in found
	not finding.severity
}

test_medium_without_it if {
	some finding in rule.findings with input as profile({"level": "full"})
	finding.severity == "medium"
}

test_silent_when_supervised if {
	count(rule.findings) == 0 with input as profile({"level": "supervised", "workspace_only": true})
}
