package skillctl.rules.exec["mode-conflict_test"]

import data.skillctl.rules.exec["mode-conflict"] as rule

exec(value) := {"config": {"kind": "openclaw", "value": {"agents": {"entries": {"main": {"tools": {"exec": value}}}}}}}

test_fires if {
	some finding in rule.findings with input as exec({"mode": "ask", "security": "allowlist", "ask": "on-miss"})
	finding.at.path == ["agents", "entries", "main", "tools", "exec", "mode"]
	count(finding.related) == 2
}

test_silent_on_mode_alone if {
	count(rule.findings) == 0 with input as exec({"mode": "ask"})
}

test_silent_on_the_pair_alone if {
	count(rule.findings) == 0 with input as exec({"security": "allowlist", "ask": "on-miss"})
}
