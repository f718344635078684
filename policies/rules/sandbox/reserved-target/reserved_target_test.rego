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
