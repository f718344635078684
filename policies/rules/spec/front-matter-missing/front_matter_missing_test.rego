package skillctl.rules.spec["front-matter-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["front-matter-missing"] as rule

bare := skilltest.with_facts(skilltest.md({}), {"front": {"present": false, "closed": false}})

test_fires_without_front_matter if {
	some finding in rule.findings with input as bare
	finding.hosts == ["agentskills", "codex", "openclaw"]
}

test_fires_quietly_where_hosts_guess if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as skilltest.for_hosts(bare, ["claude"])
}

test_names_only_hosts_that_were_chosen if {
	found := rule.findings with input as skilltest.for_hosts(bare, ["claude", "codex"])
	{finding.hosts | some finding in found} == {["codex"]}
	every finding in found {
		endswith(finding.message, "codex does not load it")
	}
}

test_silent_with_front_matter if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_the_manifest_was_not_read if {
	doc := skilltest.with_facts(bare, {"coverage": {"gaps": [{"file": "SKILL.md", "reason": "unreadable", "detail": ""}]}})
	count(rule.findings) == 0 with input as doc
}
