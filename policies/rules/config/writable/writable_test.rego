package skillctl.rules.config.writable_test

import data.skillctl.rules.config.writable as rule

mode(text) := {"config": {"mode": text}}

test_fires_high_for_others if {
	some finding in rule.findings with input as mode("0666")
	not finding.severity
}

test_fires_low_for_the_group if {
	found := rule.findings with input as mode("0664")
	count(found) == 1
	some finding in found
	finding.severity == "low"
}

test_silent_for_the_owner if {
	every text in ["0600", "0644", "0755", ""] {
		count(rule.findings) == 0 with input as mode(text)
	}
}
