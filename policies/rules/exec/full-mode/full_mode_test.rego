package skillctl.rules.exec["full-mode_test"]

import data.skillctl.rules.exec["full-mode"] as rule

fires(value) if count(rule.findings) > 0 with input as {"config": {"kind": "openclaw", "value": value}}

exec(value) := {"tools": {"exec": value}}

agent(value, own) := object.union(exec(value), {"agents": {"list": [{"id": "main", "tools": {"exec": own}}]}})

test_fires_on_mode if fires(exec({"mode": "full"}))

test_fires_on_the_old_pair if {
	fires(exec({"security": "full", "ask": "off"}))
	fires(exec({"security": "full", "ask": "on-miss"}))
	fires(exec({"security": "full"}))
}

test_silent_when_somebody_is_asked if {
	not fires(exec({"security": "full", "ask": "always"}))
	not fires(exec({"mode": "ask"}))
	not fires(exec({"security": "allowlist", "ask": "off"}))
	not fires(exec({"ask": "off"}))
	not fires({"skills": {}})
}

test_silent_in_the_sandbox if {
	not fires(exec({"mode": "full", "host": "sandbox"}))
	not fires(object.union(exec({"mode": "full"}), {"agents": {"defaults": {"sandbox": {"mode": "all"}}}}))
	not fires({"tools": {"deny": ["exec"], "exec": {"mode": "full"}}})
}

test_an_agent_of_its_own if {
	fires(agent({"mode": "ask"}, {"mode": "full"}))
	fires(agent({"mode": "ask"}, {"security": "full"}))
	fires(agent({"security": "full", "ask": "always"}, {"ask": "off"}))
	not fires(agent({"mode": "ask"}, {"ask": "off"}))
	not fires(agent({"security": "allowlist"}, {"ask": "off"}))
}

test_the_place if {
	some finding in rule.findings with input as {"config": {"kind": "openclaw", "value": exec({"security": "full", "ask": "off"})}}
	finding.at.path == ["tools", "exec", "security"]
	contains(finding.message, `security: "full" with ask: "off"`)
}

test_silent_on_other_documents if {
	count(rule.findings) == 0 with input as {"config": {"kind": "zeroclaw", "value": exec({"mode": "full"})}}
}
