package skillctl.rules.spec["name-format_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-format"] as rule

named(name) := skilltest.having({"name": name})

test_fires_and_says_what_is_wrong if {
	some finding in rule.findings with input as named("PDF Tools")
	finding.message == `name "PDF Tools" has an upper-case letter and a space; a name is lower-case letters, digits and single hyphens`
	[edit.text | some edit in finding.fix.edits] == ["pdf-tools"]
	not finding.fix.safe
	finding.severity == "low"
}

test_fires_on_every_fault if {
	every name in ["Pdf", "-pdf", "pdf-", "pdf--tools", "pdf tools", "pdf_tools", "pdf/tools", "pdf.tools", "..", "---"] {
		count(rule.findings) == 1 with input as named(name)
	}
}

test_fires_in_full_for_the_specification if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as skilltest.for_hosts(named("Pdf"), ["agentskills"])
}

test_silent_on_good_names if {
	every name in ["pdf", "pdf-tools", "2048", "a1-b2", "météo", "天気"] {
		count(rule.findings) == 0 with input as named(name)
	}
}

test_silent_when_not_text if count(rule.findings) == 0 with input as named(12)
