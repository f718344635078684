package skillctl.rules.spec["package-size_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["package-size"] as rule

sized(bytes) := skilltest.with_options(
	skilltest.with_facts(skilltest.md(skilltest.good), {
		"counts": {"bytes": bytes},
		"files": [{"path": "a", "type": "regular", "size": 10}, {"path": "b.bin", "type": "regular", "size": bytes - 10}],
	}),
	{"spec/package-size": {"max_bytes": 1000}},
)

test_fires_above_the_limit if {
	some finding in rule.findings with input as sized(1001)
	finding.at.file == "b.bin"
	contains(finding.hint, "b.bin with 991 bytes")
}

test_silent_at_the_limit if count(rule.findings) == 0 with input as sized(1000)
