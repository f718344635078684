package skillctl.rules.spec["name-length_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["name-length"] as rule

named(size) := skilltest.having({"name": concat("", [letter | some _ in numbers.range(1, size); letter := "n"])})

test_fires_above_64 if {
	some finding in rule.findings with input as named(65)
	contains(finding.message, "has 65 characters; agentskills, claude and codex refuse more than 64")
}

test_silent_at_64 if count(rule.findings) == 0 with input as named(64)

test_silent_for_openclaw if count(rule.findings) == 0 with input as skilltest.for_hosts(named(65), ["openclaw"])
