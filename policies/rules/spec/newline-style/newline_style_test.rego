package skillctl.rules.spec["newline-style_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["newline-style"] as rule

with_text(text) := skilltest.with_facts(skilltest.md(skilltest.good), {"text": text})

test_fires_on_carriage_returns if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as with_text({"newline": "cr"})
}

test_fires_lower_for_hosts_that_cope if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.for_hosts(with_text({"newline": "cr"}), ["openclaw"])
}

test_fires_lower_on_a_stray_one if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as with_text({"newline": "mixed", "bad": skilltest.span(9)})
}

test_silent_on_other_ends if {
	every newline in ["lf", "crlf", "none", "mixed"] {
		count(rule.findings) == 0 with input as with_text({"newline": newline})
	}
}
