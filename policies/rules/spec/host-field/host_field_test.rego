package skillctl.rules.spec["host-field_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["host-field"] as rule

page := skilltest.having({"homepage": "https://example.com"})

test_silent_when_the_specification_is_not_asked_for if {
	count(rule.findings) == 0 with input as page
	count(rule.findings) == 0 with input as skilltest.for_anybody(page)
}

test_fires_in_full_for_the_specification if {
	some finding in rule.findings with input as skilltest.for_hosts(page, ["agentskills", "openclaw"])
	finding.message == "`homepage` is not in the Agent Skills specification; openclaw reads it"
}

test_silent_for_the_host_that_reads_it if count(rule.findings) == 0 with input as skilltest.for_hosts(page, ["openclaw"])

test_silent_on_fields_of_the_specification if {
	count(rule.findings) == 0 with input as skilltest.having({"license": "MIT", "metadata": {"a": "b"}, "allowed-tools": "Read"})
}
