package skillctl.rules.exec["elevated-wildcard_test"]

import data.skillctl.rules.exec["elevated-wildcard"] as rule

elevated(value) := {"config": {"kind": "openclaw", "value": {"tools": {"elevated": value}}}}

test_fires if {
	some finding in rule.findings with input as elevated({"allowFrom": {"discord": ["*"]}})
	finding.at.path == ["tools", "elevated", "allowFrom", "discord"]
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as elevated({"allowFrom": {"discord": ["123"]}})
}

test_silent_when_off if {
	count(rule.findings) == 0 with input as elevated({"enabled": false, "allowFrom": {"discord": ["*"]}})
}
