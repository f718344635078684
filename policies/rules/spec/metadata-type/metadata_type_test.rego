package skillctl.rules.spec["metadata-type_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["metadata-type"] as rule

test_fires_when_it_is_no_mapping if {
	some finding in rule.findings with input as skilltest.having({"metadata": ["a", "b"]})
	contains(finding.message, "`metadata` must be a mapping, but is a list")
	finding.severity == "low"
}

test_fires_on_a_version_that_became_a_number if {
	some finding in rule.findings with input as skilltest.having({"metadata": {"version": 1.1}})
	finding.severity == "info"
	finding.at.path == ["metadata", "version"]
}

test_fires_on_blocks_for_the_specification if {
	doc := skilltest.for_hosts(skilltest.having({"metadata": {"openclaw": {"emoji": "x"}}}), ["agentskills"])
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_silent_on_text if count(rule.findings) == 0 with input as skilltest.having({"metadata": {"version": "1.10", "author": "a"}})

test_silent_on_blocks_of_hosts if count(rule.findings) == 0 with input as skilltest.having({"metadata": {"openclaw": {"emoji": "x"}}})

test_silent_on_json_for_openclaw if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"metadata": "{}"}), ["openclaw"])
}
