package skillctl.rules.spec["name-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-missing"] as rule

test_fires_quietly_without_name if {
	some finding in rule.findings with input as skilltest.lacking("name")
	finding.severity == "low"
	[edit.text | some edit in finding.fix.edits] == ["name: pdf-tools\n"]
}

test_fires_in_full_for_the_specification if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(skilltest.lacking("name"), ["agentskills"])
}

test_fires_on_empty_and_null_without_fix if {
	every value in ["", "  ", null] {
		[finding.fix | some finding in rule.findings] == [] with input as skilltest.having({"name": value})
		count(rule.findings) == 1 with input as skilltest.having({"name": value})
	}
}

test_silent_with_name if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_for_hosts_that_do_not_mind if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.lacking("name"), ["openclaw"])
}
