package skillctl.rules.spec["link-case_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["link-case"] as rule

linked(changes) := skilltest.with_links([object.union(skilltest.link("references/Forms.md"), changes)])

test_fires_and_corrects_the_path if {
	doc := linked({"target": "./references/Forms.md#top", "exists": false, "actual": "references/forms.md", "targetSpan": skilltest.span(31)})
	some finding in rule.findings with input as doc
	finding.hint == "write ./references/forms.md#top"
	finding.fix.edits == [{"at": {"file": "SKILL.md", "span": skilltest.span(31)}, "text": "./references/forms.md#top"}]
}

test_fires_without_fix_where_the_target_is_not_known if {
	some finding in rule.findings with input as linked({"exists": false, "actual": "references/forms.md"})
	not finding.fix
}

test_silent_when_equal if count(rule.findings) == 0 with input as linked({})

test_silent_when_missing_altogether if count(rule.findings) == 0 with input as linked({"exists": false})
