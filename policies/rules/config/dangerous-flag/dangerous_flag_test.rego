package skillctl.rules.config["dangerous-flag_test"]

import data.skillctl.rules.config["dangerous-flag"] as rule

flag(value) := {"config": {"value": {"agents": {"defaults": {"sandbox": {"docker": {"dangerouslyAllowExternalBindSources": value}}}}}}}

test_fires if {
	some finding in rule.findings with input as flag(true)
	contains(finding.message, "outside the workspace")
}

test_silent_when_off if {
	count(rule.findings) == 0 with input as flag(false)
}
