package skillctl.rules.exec["safe-bin-interpreter_test"]

import data.skillctl.rules.exec["safe-bin-interpreter"] as rule

exec(value) := {"config": {"kind": "openclaw", "value": {"tools": {"exec": value}}}}

test_fires_high_with_a_profile if {
	some finding in rule.findings with input as exec({"safeBins": ["head", "python3.12"], "safeBinProfiles": {"python3.12": {}}})
	finding.severity == "high"
	finding.at.path == ["tools", "exec", "safeBins", 1]
}

test_fires_medium_without_a_profile if {
	some finding in rule.findings with input as exec({"safeBins": ["bash"]})
	finding.severity == "medium"
}

test_silent_on_filters if {
	count(rule.findings) == 0 with input as exec({"safeBins": ["head", "wc", "cut"]})
}
