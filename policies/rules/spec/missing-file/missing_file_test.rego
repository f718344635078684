package skillctl.rules.spec["missing-file_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["missing-file"] as rule

named(lines) := skilltest.with_links([link |
	some line in lines
	link := object.union(skilltest.link("scripts/merge.py"), {"mention": true, "exists": false, "span": skilltest.span(line)})
])

test_fires_once_at_the_first_place if {
	{finding.at.span.start.line | some finding in rule.findings} == {12} with input as named([40, 12, 33])
}

test_silent_when_it_is_there if {
	count(rule.findings) == 0 with input as skilltest.with_links([object.union(skilltest.link("scripts/merge.py"), {"mention": true})])
}

test_silent_on_links if {
	count(rule.findings) == 0 with input as skilltest.with_links([object.union(skilltest.link("scripts/merge.py"), {"exists": false})])
}
