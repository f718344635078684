package skillctl.rules.spec["description-length_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-length"] as rule

described(size) := skilltest.having({"description": concat("", [letter | some _ in numbers.range(1, size); letter := "ü"])})

test_fires_above_1024_characters if {
	some finding in rule.findings with input as described(1030)
	startswith(finding.hint, "cut 6 characters")
}

test_silent_at_1024_characters if count(rule.findings) == 0 with input as described(1024)

test_silent_for_openclaw if count(rule.findings) == 0 with input as skilltest.for_hosts(described(1030), ["openclaw"])

# It loads a skill with a description of any length.
test_silent_for_codex if count(rule.findings) == 0 with input as skilltest.for_hosts(described(1030), ["codex"])
