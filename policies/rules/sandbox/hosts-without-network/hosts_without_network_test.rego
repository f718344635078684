package skillctl.rules.sandbox["hosts-without-network_test"]

import data.skillctl.rules.sandbox["hosts-without-network"] as rule

network(value) := {"config": {"kind": "codeexec", "value": {"skills": {"codeExec": {"network": value}}}}}

test_fires_without_a_network if {
	some finding in rule.findings with input as network({"allowedHosts": ["example.com"]})
	finding.severity == "medium"
}

test_high_with_all_of_it if {
	some finding in rule.findings with input as network({"mode": "full", "allowedHosts": ["example.com"]})
	finding.severity == "high"
}

test_low_when_restricted_to_nothing if {
	some finding in rule.findings with input as network({"mode": "restricted", "allowedHosts": []})
	finding.severity == "low"
}

test_silent_when_restricted if {
	count(rule.findings) == 0 with input as network({"mode": "restricted", "allowedHosts": ["example.com"]})
}
