package skillctl.rules.sandbox["settings-without-sandbox_test"]

import data.skillctl.rules.sandbox["settings-without-sandbox"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

test_fires_without_a_mode if {
	some finding in rule.findings with input as sandbox({"docker": {"network": "none"}})
	contains(finding.message, "not set")
}

test_fires_when_off if {
	some finding in rule.findings with input as sandbox({"mode": "off", "docker": {"network": "none"}})
	contains(finding.message, "is off:")
}

test_silent_when_on if {
	count(rule.findings) == 0 with input as sandbox({"mode": "non-main", "docker": {"network": "none"}})
}

test_silent_when_an_agent_switches_it_on if {
	count(rule.findings) == 0 with input as {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"network": "none"}}}, "entries": {"a": {"sandbox": {"mode": "all"}}}}}}}
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"image": "x"}}}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
