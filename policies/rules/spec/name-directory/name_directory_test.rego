package skillctl.rules.spec["name-directory_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-directory"] as rule

test_fires_quietly_when_they_differ if {
	some finding in rule.findings with input as skilltest.having({"name": "pdf"})
	finding.severity == "low"
	not finding.fix.safe
	[edit.text | some edit in finding.fix.edits] == ["pdf-tools"]
}

test_fires_in_full_for_the_specification if {
	doc := skilltest.for_hosts(skilltest.having({"name": "pdf"}), ["agentskills"])
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_no_fix_to_a_bad_name if {
	some finding in rule.findings with input as skilltest.with_facts(skilltest.having({"name": "pdf"}), {"dir": "My PDF"})
	not finding.fix
}

test_silent_when_equal if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_the_name_is_bad_anyway if count(rule.findings) == 0 with input as skilltest.having({"name": "PDF Tools"})
