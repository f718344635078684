package skillctl.rules.spec["trailing-whitespace_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["trailing-whitespace"] as rule

blanks(line) := {"start": {"line": line, "col": 9, "offset": (line * 100) + 8}, "end": {"line": line, "col": 11, "offset": (line * 100) + 10}}

with_blanks(doc, lines) := skilltest.with_facts(doc, {"text": {"trailing": [blanks(line) | some line in lines]}})

test_fires_once_and_deletes_all if {
	some finding in rule.findings with input as with_blanks(skilltest.md(skilltest.good), [5, 6])
	finding.message == "2 lines of the front matter with spaces at the end"
	[edit.text | some edit in finding.fix.edits] == ["", ""]
}

test_silent_inside_a_block_of_text if {
	block := skilltest.with_facts(skilltest.md(skilltest.good), {"front": {"fields": {"description": {"style": "literal"}}}})
	count(rule.findings) == 0 with input as with_blanks(block, [2])
}

test_silent_without if count(rule.findings) == 0 with input as with_blanks(skilltest.md(skilltest.good), [])
