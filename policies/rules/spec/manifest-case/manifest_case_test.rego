package skillctl.rules.spec["manifest-case_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["manifest-case"] as rule

without(lookalikes) := skilltest.with_facts(skilltest.md({}), {"manifest": {"file": "", "format": "", "lookalikes": lookalikes}})

test_fires_on_lower_case if {
	some finding in rule.findings with input as without(["skill.md"])
	finding.hint == "rename it: `git mv skill.md SKILL.md`"
	not finding.severity
}

test_fires_quietly_on_what_may_be_something_else if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as without(["skills.md"])
}

test_fires_quietly_beside_a_manifest if {
	doc := skilltest.with_facts(skilltest.md(skilltest.good), {"manifest": {"lookalikes": ["skill.md", "skill.json"]}})
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_silent_with_one_manifest if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)
