package skillctl.rules.exec["safe-bin-ignored_test"]

import data.skillctl.rules.exec["safe-bin-ignored"] as rule

exec(value) := {"config": {"kind": "openclaw", "value": {"tools": {"exec": value}}}}

test_fires_on_programs_that_never_pass if {
	some finding in rule.findings with input as exec({"safeBins": ["jq"], "safeBinProfiles": {"jq": {}}})
	contains(finding.message, "never passes")
}

test_low_without_a_profile if {
	some finding in rule.findings with input as exec({"safeBins": ["nl"]})
	finding.severity == "low"
}

test_silent_with_a_profile if {
	count(rule.findings) == 0 with input as exec({"safeBins": ["nl", "head"], "safeBinProfiles": {"nl": {"maxPositional": 0}}})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"tools": {"exec": {"safeBins": ["no-such-bin"]}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
