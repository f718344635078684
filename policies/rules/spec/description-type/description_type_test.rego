package skillctl.rules.spec["description-type_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-type"] as rule

test_fires_on_list if {
	some finding in rule.findings with input as skilltest.having({"description": ["Reads", "merges"]})
	contains(finding.message, "must be text, but is a list")
	not finding.fix
}

test_fires_on_number_and_quotes_it if {
	some finding in rule.findings with input as skilltest.having({"description": 12})
	[edit.text | some edit in finding.fix.edits] == [`"12"`]
}

# Codex reads a number as it is written.
test_silent_for_codex_on_number if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"description": 12}), ["codex"])
}

test_silent_on_text if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_for_openclaw if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"description": 12}), ["openclaw"])
}
