package skillctl.rules.config["missing-variable_test"]

import data.skillctl.rules.config["missing-variable"] as rule

variable(set) := {"config": {"variables": [{"name": "KEY", "file": "openclaw.json", "span": {"start": {"line": 2}}, "set": set}]}}

test_fires if {
	count(rule.findings) == 1 with input as variable(false)
}

test_silent_when_set if {
	count(rule.findings) == 0 with input as variable(true)
}
