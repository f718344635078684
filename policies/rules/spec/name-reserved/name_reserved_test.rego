package skillctl.rules.spec["name-reserved_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-reserved"] as rule

test_fires_in_full_for_claude if {
	doc := skilltest.for_hosts(skilltest.having({"name": "claude-pdf"}), ["claude"])
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_fires_quietly_otherwise if {
	{finding.severity | some finding in rule.findings} == {"info"} with input as skilltest.having({"name": "anthropic-pdf"})
}

test_silent_for_other_hosts if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.having({"name": "claude-pdf"}), ["codex"])
}

test_silent_on_other_names if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
