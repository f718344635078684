package skillctl.rules.sandbox["reserved-target_test"]

import data.skillctl.rules.sandbox["reserved-target"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

bind(text) := sandbox({"mode": "all", "docker": {"binds": [text]}})

test_fires if {
	count(rule.findings) == 1 with input as bind("/srv/w/data:/workspace")
}

test_fires_below if {
	count(rule.findings) == 1 with input as bind("/srv/w/data:/workspace/data:ro")
}

test_silent_elsewhere if {
	count(rule.findings) == 0 with input as bind("/srv/w/data:/workspaces")
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"binds": ["/srv/x:/workspace"]}}}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
