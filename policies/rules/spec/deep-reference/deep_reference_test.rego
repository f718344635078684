package skillctl.rules.spec["deep-reference_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["deep-reference"] as rule

step(file, path, line) := object.union(skilltest.link(path), {"file": file, "span": skilltest.span(line)})

test_fires_on_two_steps if {
	doc := skilltest.with_links([step("SKILL.md", "a.md", 12), step("a.md", "b.md", 3), step("a.md", "b.md", 9)])
	[finding.at | some finding in rule.findings] == [{"file": "a.md", "span": skilltest.span(3)}] with input as doc
}

test_silent_on_one_step if {
	doc := skilltest.with_links([step("SKILL.md", "a.md", 12), step("SKILL.md", "b.md", 13), step("a.md", "b.md", 3), step("a.md", "SKILL.md", 4)])
	count(rule.findings) == 0 with input as doc
}

test_silent_on_files_that_are_no_documents if {
	count(rule.findings) == 0 with input as skilltest.with_links([step("SKILL.md", "a.md", 12), step("a.md", "b.py", 3)])
}
