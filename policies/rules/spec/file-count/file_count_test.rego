package skillctl.rules.spec["file-count_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["file-count"] as rule

counted(files) := skilltest.with_options(
	skilltest.with_facts(skilltest.md(skilltest.good), {"counts": {"files": files}}),
	{"spec/file-count": {"max": 256}},
)

test_fires_above_the_limit if {
	some finding in rule.findings with input as counted(257)
	finding.message == "the skill has 257 files; use at most 256"
}

test_fires_on_dependencies if {
	doc := skilltest.with_facts(counted(3), {"files": [{"path": "node_modules", "type": "dir", "size": 0}]})
	{finding.at.file | some finding in rule.findings} == {"node_modules"} with input as doc
}

test_silent_at_the_limit if count(rule.findings) == 0 with input as counted(256)
