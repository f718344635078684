package skillctl.rules.config["plaintext-secret_test"]

import data.skillctl.rules.config["plaintext-secret"] as rule
import data.skillctl.rules.sandbox["env-secret"] as env_secret

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

# One finding for one secret: sandbox/env-secret says what is special about it.
test_silent_on_what_the_sandbox_is_given if {
	given := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"env": {"API_TOKEN": "not-a-real-token"}}}}}}}}
	count(rule.findings) == 0 with input as given
	count(env_secret.findings) == 1 with input as given
}
