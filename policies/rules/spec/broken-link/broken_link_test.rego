package skillctl.rules.spec["broken-link_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["broken-link"] as rule

linked(changes) := skilltest.with_links([object.union(skilltest.link("references/forms.md"), changes)])

test_fires_when_the_file_is_missing if {
	some finding in rule.findings with input as linked({"exists": false})
	finding.severity == "medium"
	finding.message == `the link to "references/forms.md" leads nowhere: references/forms.md is not in the package`
}

test_fires_once_for_all_links_to_it if {
	again := [object.union(skilltest.link("references/forms.md"), {"exists": false, "span": skilltest.span(line)}) | some line in [40, 12]]
	{[finding.at.span.start.line, contains(finding.message, "(2 links)")] | some finding in rule.findings} == {[12, true]} with input as skilltest.with_links(again)
}

test_fires_lower_on_images if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as linked({"exists": false, "image": true})
}

test_fires_lower_in_other_files if {
	elsewhere := linked({"exists": false, "file": "references/a.md"})
	{finding.severity | some finding in rule.findings} == {"info"} with input as elsewhere
	known := skilltest.with_facts(elsewhere, {"files": [{"path": "references", "type": "dir"}]})
	{finding.severity | some finding in rule.findings} == {"low"} with input as known
}

test_silent_when_it_is_there if count(rule.findings) == 0 with input as linked({})

test_silent_on_other_links if {
	every changes in [
		{"kind": "url", "target": "https://example.com/a"}, {"escapes": true}, {"mention": true}, {"locus": "example"},
		{"actual": "References/forms.md"}, {"path": "path/to/file.md"}, {"path": "{name}.md"}, {"path": "out/<id>.md"}, {"path": "sessionUrl"},
	] {
		count(rule.findings) == 0 with input as linked(object.union({"exists": false}, changes))
	}
}

test_silent_when_the_package_was_not_read_to_the_end if {
	doc := skilltest.with_facts(linked({"exists": false}), {"coverage": {"gaps": [{"file": ".", "reason": "file-count", "detail": ""}]}})
	count(rule.findings) == 0 with input as doc
}
