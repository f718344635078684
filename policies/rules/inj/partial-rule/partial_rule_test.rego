package skillctl.rules.inj["partial-rule_test"]

import data.skillctl.rules.inj["partial-rule"] as rule

ruling(parts, places) := {
	"parts": parts, "names": [{"name": "Orvella Home", "form": "name", "part": 0, "places": places}],
	"text": "Orvella Home is named first.", "heading": "", "section": 1, "file": "SKILL.md",
	"span": {"start": {"line": 10, "column": 1, "offset": 0}, "end": {"line": 10, "column": 9, "offset": 9}}, "fenced": false, "hidden": false,
}

found(rulings) := {[f.severity, f.message] | some f in rule.findings with input as {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Compares lamps."}}}, "body": {"links": [], "rulings": rulings}}}}

test_fires_on_a_rule_for_a_stranger if {
	found([ruling([["first", "untold"]], 0)]) == {["high", `"Orvella Home is named first.": it puts first "Orvella Home", of which nothing else in the skill speaks`]}
}

test_fires_in_doubt_on_two_outcomes if {
	{grade | some [grade, _] in found([ruling([["first", "scored"]], 0)])} == {"medium"}
}

test_silent_on_a_name_that_the_skill_has_elsewhere if {
	found([ruling([["first", "untold"]], 2)]) == set()
}

test_silent_on_an_outcome_alone if {
	found([ruling([["first"]], 0)]) == set()
}
