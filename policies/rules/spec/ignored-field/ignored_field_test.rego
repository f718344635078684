package skillctl.rules.spec["ignored-field_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["ignored-field"] as rule

test_fires_when_a_chosen_host_does_not_read_it if {
	some finding in rule.findings with input as skilltest.for_hosts(skilltest.having({"model": "opus"}), ["claude", "codex"])
	finding.severity == "low"
	finding.hosts == ["codex"]
	finding.message == "codex does not read `model`: it has no effect there"
}

test_fires_louder_where_a_limit_is_lost if {
	doc := skilltest.for_hosts(skilltest.having({"disable-model-invocation": true}), ["codex"])
	some finding in rule.findings with input as doc
	finding.severity == "medium"
	contains(finding.message, "the model may start the skill by itself")
}

test_fires_low_when_the_limit_is_off if {
	doc := skilltest.for_hosts(skilltest.having({"disable-model-invocation": false}), ["codex"])
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_fires_as_a_note_on_allowed_tools if {
	some finding in rule.findings with input as skilltest.having({"allowed-tools": "Read"})
	finding.severity == "info"
	finding.hosts == ["codex", "openclaw", "zeroclaw"]
}

test_silent_on_allowed_tools_when_no_agent_is_known if {
	count(rule.findings) == 0 with input as skilltest.for_anybody(skilltest.having({"allowed-tools": "Read"}))
}

test_silent_when_every_chosen_host_reads_it if {
	doc := skilltest.for_hosts(skilltest.having({"user-invocable": true, "license": "MIT"}), ["claude", "openclaw", "agentskills"])
	count(rule.findings) == 0 with input as doc
}

test_silent_when_no_host_is_chosen if count(rule.findings) == 0 with input as skilltest.having({"model": "opus", "homepage": "x"})
