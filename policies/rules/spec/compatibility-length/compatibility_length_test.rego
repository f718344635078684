package skillctl.rules.spec["compatibility-length_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["compatibility-length"] as rule

needing(size) := skilltest.having({"compatibility": concat("", [letter | some _ in numbers.range(1, size); letter := "c"])})

test_fires_above_500 if {
	some finding in rule.findings with input as needing(503)
	startswith(finding.hint, "cut 3 characters")
	finding.severity == "low"
}

test_fires_on_empty if {
	doc := skilltest.for_hosts(skilltest.having({"compatibility": ""}), ["agentskills"])
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_silent_at_500 if count(rule.findings) == 0 with input as needing(500)

test_silent_without if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
