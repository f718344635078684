package skillctl.rules.spec["field-type_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["field-type"] as rule

wrong(key, found) := {"code": "type", "path": [key], "on": "value", "message": sprintf("%s is %s; text is wanted", [key, found])}

tools := skilltest.with_facts(
	skilltest.having({"allowed-tools": ["Read", "Bash(git *)"]}),
	{"violations": {"agentskills": [wrong("allowed-tools", "a list")]}},
)

test_fires_as_a_note_when_one_host_objects if {
	some finding in rule.findings with input as tools
	finding.severity == "info"
	finding.hosts == ["agentskills"]
	finding.hint == "write it as one line of text: `allowed-tools: Read Bash(git *)`"
}

test_fires_in_full_for_the_host if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(tools, ["agentskills"])
}

test_fires_once_for_all_hosts_that_object if {
	doc := skilltest.with_facts(skilltest.having({"license": 3}), {"violations": {
		"agentskills": [wrong("license", "a number")],
		"claude": [wrong("license", "a number")],
	}})
	[finding.severity | some finding in rule.findings] == ["low"] with input as doc
}

test_silent_for_other_hosts if count(rule.findings) == 0 with input as skilltest.for_hosts(tools, ["claude"])

test_silent_where_another_rule_speaks if {
	doc := skilltest.with_facts(skilltest.having({"name": 3}), {"violations": {"agentskills": [wrong("name", "a number")]}})
	count(rule.findings) == 0 with input as doc
}

test_silent_on_good_values if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
