package skillctl.rules.spec["byte-order-mark_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["byte-order-mark"] as rule

marked := skilltest.with_facts(skilltest.md(skilltest.good), {"text": {"bom": true}})

test_fires_and_removes_three_bytes if {
	some finding in rule.findings with input as marked
	finding.severity == "medium"
	[edit.at.span.end.offset | some edit in finding.fix.edits] == [3]
}

test_fires_quietly_for_openclaw if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.for_hosts(marked, ["openclaw"])
}

test_silent_without_mark if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
