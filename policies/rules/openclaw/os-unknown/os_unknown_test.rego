package skillctl.rules.openclaw["os-unknown_test"]

import data.skillctl.rules.openclaw["os-unknown"] as rule

os(values) := {"skill": {"openclaw": {"os": values, "metadata": {"path": ["metadata", "openclaw"]}}}}

test_fires_on_the_case if {
	found := rule.findings with input as os(["Linux"])
	count(found) == 1
	some finding in found
	finding.hint == "write linux"
	finding.severity == "medium"
}

test_low_beside_a_system_that_is_known if {
	some finding in rule.findings with input as os(["darwin", "macos"])
	finding.hint == "write darwin"
	finding.severity == "low"
}

test_fires_on_what_nobody_knows if {
	some finding in rule.findings with input as os(["amiga"])
	finding.hint == "write darwin, linux or win32"
}

test_silent_on_the_three if {
	count(rule.findings) == 0 with input as os(["darwin", "linux", "win32"])
}

test_silent_without_any if {
	count(rule.findings) == 0 with input as os([])
}
