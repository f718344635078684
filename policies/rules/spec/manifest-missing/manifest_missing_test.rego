package skillctl.rules.spec["manifest-missing_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["manifest-missing"] as rule

test_fires_without_manifest if {
	doc := skilltest.with_facts(skilltest.md({}), {"manifest": {"file": "", "format": ""}})
	some finding in rule.findings with input as doc
	contains(finding.message, "\"pdf-tools\" has no SKILL.md")
}

test_fires_when_no_chosen_host_reads_the_manifest if {
	doc := skilltest.for_hosts(skilltest.toml({}), ["codex", "openclaw"])
	some finding in rule.findings with input as doc
	finding.hosts == ["codex", "openclaw"]
}

test_silent_with_manifest if count(rule.findings) == 0 with input as skilltest.md(skilltest.good)

test_silent_when_zeroclaw_is_chosen if {
	count(rule.findings) == 0 with input as skilltest.for_hosts(skilltest.toml({}), ["openclaw", "zeroclaw"])
}

test_silent_when_the_name_is_nearly_right if {
	doc := skilltest.with_facts(skilltest.md({}), {"manifest": {"file": "", "format": "", "lookalikes": ["skill.md"]}})
	count(rule.findings) == 0 with input as doc
}

test_silent_on_a_folder_that_cannot_be_opened if {
	doc := skilltest.with_facts(skilltest.md({}), {"manifest": {"file": "", "format": "", "lookalikes": []}})
	count(rule.findings) == 1 with input as doc
	closed := skilltest.with_facts(doc, {"coverage": {"complete": false, "gaps": [{"file": ".", "reason": "unreadable", "detail": "open the folder"}]}})
	count(rule.findings) == 0 with input as closed
}
