package skillctl.rules.config["plaintext-secret_test"]

import data.skillctl.rules.config["plaintext-secret"] as rule

holding(value) := {"config": {"kind": "openclaw", "value": {"skills": {"entries": {"demo": {"apiKey": value}}}}}}

test_fires if {
	some finding in rule.findings with input as holding("not-a-real-key")
	finding.at.path == ["skills", "entries", "demo", "apiKey"]
	not contains(finding.message, "not-a-real-key")
}

test_silent_on_variables if {
	count(rule.findings) == 0 with input as holding("${DEMO_KEY}")
}

test_silent_on_references if {
	count(rule.findings) == 0 with input as holding({"source": "env", "provider": "default", "id": "DEMO_KEY"})
}

test_silent_on_other_keys if {
	count(rule.findings) == 0 with input as {"config": {"kind": "openclaw", "value": {"gateway": {"bind": "loopback-only"}, "maxTokens": 4000}}}
}
