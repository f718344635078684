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
	doc := skilltest.for_hosts(skilltest.with_facts(skilltest.having({"name": "pdf"}), {"dir": "My PDF"}), ["agentskills"])
	some finding in rule.findings with input as doc
	not finding.fix
}

test_silent_on_a_folder_that_no_skill_could_be_called_after if {
	every dir in ["pdf-1.2.0", "plugins__pdf", "PDF", "tmp.x"] {
		doc := skilltest.with_facts(skilltest.having({"name": "pdf"}), {"dir": dir})
		count(rule.findings) == 0 with input as doc
	}
}

test_silent_when_equal if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_the_name_is_bad_anyway if count(rule.findings) == 0 with input as skilltest.having({"name": "PDF Tools"})
