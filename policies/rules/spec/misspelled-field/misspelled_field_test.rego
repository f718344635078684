package skillctl.rules.spec["misspelled-field_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["misspelled-field"] as rule

test_fires_on_another_spelling if {
	some finding in rule.findings with input as skilltest.having({"allowedTools": "Read"})
	finding.severity == "medium"
	finding.message == "`allowedTools` is read by no agent; agentskills and claude read `allowed-tools`"
	[edit.text | some edit in finding.fix.edits] == ["allowed-tools"]
}

test_fires_lower_on_fields_of_less_weight if {
	some finding in rule.findings with input as skilltest.having({"licence": "MIT"})
	finding.severity == "low"
	finding.message == "`licence` is read by no agent; agentskills reads `license`"
}

test_fires_on_every_spelling if {
	every key in ["allowed_tools", "Allowed-Tools", "userInvocable", "disable_model_invocation", "Description", "when-to-use", "licence"] {
		count(rule.findings) == 1 with input as skilltest.having({key: "x"})
	}
}

test_fires_without_fix_beside_the_right_spelling if {
	some finding in rule.findings with input as skilltest.having({"allowed_tools": "Read", "allowed-tools": "Read"})
	not finding.fix
}

test_silent_on_right_spellings if {
	count(rule.findings) == 0 with input as skilltest.having({"allowed-tools": "Read", "command_tool": "x", "when_to_use": "x"})
}

test_silent_for_hosts_that_have_no_such_field if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"allowedTools": "Read"}), ["codex"])
}
