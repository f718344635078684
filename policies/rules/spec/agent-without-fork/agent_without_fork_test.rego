package skillctl.rules.spec["agent-without-fork_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["agent-without-fork"] as rule

test_fires_without_fork if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.having({"agent": "Explore"})
}

test_fires_in_full_for_claude if {
	doc := skilltest.for_hosts(skilltest.having({"agent": "Explore"}), ["claude"])
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_silent_with_fork if count(rule.findings) == 0 with input as skilltest.having({"agent": "Explore", "context": "fork"})

test_silent_without_agent if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
