package skillctl.rules.exec["unset-is-full_test"]

import data.skillctl.rules.exec["unset-is-full"] as rule

config(value) := {"config": {"kind": "openclaw", "value": value}}

test_fires_without_any_setting if {
	some finding in rule.findings with input as config({"skills": {}})
	not contains(finding.message, "no effect")
}

test_names_settings_that_count_on_it if {
	some finding in rule.findings with input as config({"tools": {"exec": {"safeBins": ["head"], "strictInlineEval": true}}})
	contains(finding.message, "safeBins, strictInlineEval has no effect")
}

test_silent_with_a_mode if {
	count(rule.findings) == 0 with input as config({"tools": {"exec": {"mode": "full"}}})
}

test_silent_with_the_old_setting if {
	count(rule.findings) == 0 with input as config({"tools": {"exec": {"security": "allowlist"}}})
}

test_silent_in_the_sandbox if {
	count(rule.findings) == 0 with input as config({"agents": {"defaults": {"sandbox": {"mode": "all"}}}})
}

test_silent_when_denied if {
	count(rule.findings) == 0 with input as config({"tools": {"deny": ["exec"]}})
}

test_silent_on_other_documents if {
	count(rule.findings) == 0 with input as {"config": {"kind": "zeroclaw", "value": {}}}
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"skills": {}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
