package skillctl.rules.sandbox["env-secret_test"]

import data.skillctl.rules.sandbox["env-secret"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

env(name, value) := sandbox({"mode": "all", "docker": {"env": {name: value}}})

test_fires_in_plain_text if {
	some finding in rule.findings with input as env("DEMO_API_KEY", "not-a-real-key")
	contains(finding.message, "plain text")
	not contains(finding.message, "not-a-real-key")
}

test_fires_on_references if {
	some finding in rule.findings with input as env("DEMO_TOKEN", "${DEMO_TOKEN}")
	not contains(finding.message, "plain text")
}

test_silent_on_other_variables if {
	count(rule.findings) == 0 with input as env("LANG", "C.UTF-8")
}
