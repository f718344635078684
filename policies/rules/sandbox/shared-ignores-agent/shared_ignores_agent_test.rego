package skillctl.rules.sandbox["shared-ignores-agent_test"]

import data.skillctl.rules.sandbox["shared-ignores-agent"] as rule

agents(own, defaults) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": defaults}, "entries": {"a": {"sandbox": own}}}}}}

test_fires if {
	some finding in rule.findings with input as agents({"docker": {"network": "none"}}, {"scope": "shared"})
	finding.at.path == ["agents", "entries", "a", "sandbox", "docker"]
}

test_silent_when_the_agent_has_its_own if {
	count(rule.findings) == 0 with input as agents({"scope": "agent", "docker": {"network": "none"}}, {"scope": "shared"})
}

test_silent_on_the_defaults if {
	count(rule.findings) == 0 with input as agents({}, {"scope": "shared", "docker": {"network": "none"}})
}
