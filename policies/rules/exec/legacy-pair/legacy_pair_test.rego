package skillctl.rules.exec["legacy-pair_test"]

import data.skillctl.rules.exec["legacy-pair"] as rule

exec(value) := {"config": {"kind": "openclaw", "value": {"tools": {"exec": value}}}}

test_fires_with_the_mode_that_means_the_same if {
	some finding in rule.findings with input as exec({"security": "allowlist", "ask": "on-miss"})
	finding.hint == `write mode: "ask" instead`
	finding.at.path == ["tools", "exec", "security"]
}

test_fires_on_a_pair_without_a_mode if {
	some finding in rule.findings with input as exec({"security": "full", "ask": "on-miss"})
	contains(finding.hint, "no mode")
}

test_fires_on_half_a_pair if {
	some finding in rule.findings with input as exec({"security": "deny"})
	finding.hint == `write mode: "deny" instead`
}

test_silent_on_mode if {
	count(rule.findings) == 0 with input as exec({"mode": "ask"})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"tools": {"exec": {"security": "deny"}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
