package skillctl.rules.exec["sandbox-missing_test"]

import data.skillctl.rules.exec["sandbox-missing"] as rule

config(value) := {"config": {"kind": "openclaw", "value": value}}

test_fires_on_defaults if {
	some finding in rule.findings with input as config({"tools": {"exec": {"host": "sandbox"}}})
	finding.at.path == ["tools", "exec", "host"]
}

test_fires_on_an_agent if {
	some finding in rule.findings with input as config({"agents": {"defaults": {"sandbox": {"mode": "all"}}, "entries": {"a": {"sandbox": {"mode": "off"}, "tools": {"exec": {"host": "sandbox"}}}}}})
	finding.at.path == ["agents", "entries", "a", "tools", "exec", "host"]
}

test_silent_with_a_sandbox if {
	count(rule.findings) == 0 with input as config({"agents": {"defaults": {"sandbox": {"mode": "all"}}}, "tools": {"exec": {"host": "sandbox"}}})
}

test_silent_on_the_gateway if {
	count(rule.findings) == 0 with input as config({"tools": {"exec": {"host": "gateway"}}})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"tools": {"exec": {"host": "sandbox"}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
