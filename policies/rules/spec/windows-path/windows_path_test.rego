package skillctl.rules.spec["windows-path_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["windows-path"] as rule

linked(changes) := skilltest.with_facts(
	skilltest.with_links([object.union(skilltest.link(`references\forms.md`), changes)]),
	{"files": [{"path": "references/forms.md", "type": "regular"}, {"path": "scripts", "type": "dir"}]},
)

test_fires_and_turns_the_slashes if {
	some finding in rule.findings with input as linked({"kind": "windows", "targetSpan": skilltest.span(31)})
	finding.severity == "medium"
	[edit.text | some edit in finding.fix.edits] == ["references/forms.md"]
}

test_fires_lower_where_it_is_only_named if {
	{finding.severity | some finding in rule.findings} == {"low"} with input as linked({"mention": true, "target": `scripts\merge.py`})
}

test_silent_on_slashes if count(rule.findings) == 0 with input as skilltest.with_links([skilltest.link("references/forms.md")])

test_silent_on_paths_outside if {
	every target in [`C:\Users\me\file.md`, `\\server\share`, `HKLM\Software`, `a\b`] {
		count(rule.findings) == 0 with input as linked({"target": target})
	}
}
