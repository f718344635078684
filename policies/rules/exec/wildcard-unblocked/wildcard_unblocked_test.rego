package skillctl.rules.exec["wildcard-unblocked_test"]

import data.skillctl.rules.exec["wildcard-unblocked"] as rule

profile(value) := {"config": {"kind": "zeroclaw", "value": {"risk_profiles": {"open": value}}}}

test_fires if {
	count(rule.findings) == 1 with input as profile({"allowed_commands": ["git", "*"], "block_high_risk_commands": false})
}

test_silent_when_high_risk_is_blocked if {
	count(rule.findings) == 0 with input as profile({"allowed_commands": ["*"]})
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as profile({"allowed_commands": ["git"], "block_high_risk_commands": false})
}
