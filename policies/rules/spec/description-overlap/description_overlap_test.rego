package skillctl.rules.spec["description-overlap_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.spec["description-overlap"] as rule

pair(share) := skilltest.with_options(
	object.union(
		skilltest.set([["skills/a", "a", ""], ["skills/b", "b", ""]]),
		{"set": {"overlaps": [{"a": 0, "b": 1, "share": share}]}},
	),
	{"spec/description-overlap": {"min_percent": 80}},
)

test_fires_on_like_descriptions if {
	some finding in rule.findings with input as pair(0.854)
	startswith(finding.message, "the description shares 85% of its words with that of \"a\" (skills/a/SKILL.md)")
	finding.at.file == "skills/b/SKILL.md"
}

test_silent_below_the_limit if count(rule.findings) == 0 with input as pair(0.79)

test_silent_on_two_of_one_name if {
	doc := object.union(pair(1), {"set": {"skills": skilltest.set([["a/x", "x", ""], ["b/x", "x", ""]]).set.skills}})
	count(rule.findings) == 0 with input as doc
}
