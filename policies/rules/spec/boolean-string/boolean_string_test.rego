package skillctl.rules.spec["boolean-string_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["boolean-string"] as rule

test_fires_low_and_writes_it_plainly if {
	some finding in rule.findings with input as skilltest.having({"user-invocable": "False"})
	finding.severity == "low"
	[edit.text | some edit in finding.fix.edits] == ["false"]
}

test_fires_louder_where_hosts_differ if {
	some finding in rule.findings with input as skilltest.having({"disable-model-invocation": "yes"})
	finding.severity == "medium"
	finding.hint == "write `disable-model-invocation: true`"
}

test_fires_on_numbers if {
	{finding.fix.safe | some finding in rule.findings} == {true} with input as skilltest.having({"user-invocable": 0})
}

test_fires_for_claude_on_words_that_mean_nothing if {
	some finding in rule.findings with input as skilltest.for_hosts(skilltest.having({"user-invocable": "sometimes"}), ["claude"])
	finding.severity == "medium"
	not finding.fix
}

test_silent_on_true_and_false if {
	count(rule.findings) == 0 with input as skilltest.having({"user-invocable": false, "disable-model-invocation": true})
}

test_silent_for_hosts_that_do_not_read_it if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"user-invocable": "no"}), ["codex"])
}

test_shows_a_number_as_it_is_written if {
	found := rule.findings with input as skilltest.having({"user-invocable": 0})
	some finding in found
	startswith(finding.message, "`user-invocable` is 0; ")
}
