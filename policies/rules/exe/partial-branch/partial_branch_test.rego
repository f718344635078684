package skillctl.rules.exe["partial-branch_test"]

import data.skillctl.rules.exe["partial-branch"] as rule

deed := {
	"kind": "alone", "act": "result", "call": "total *= 1.2", "on": "name", "what": "row[\"brand\"] == \"Orvella\"", "names": ["Orvella"],
	"places": 0, "file": "scripts/score.py", "span": {"start": {"line": 3, "column": 1, "offset": 0}, "end": {"line": 3, "column": 9, "offset": 9}},
}

found(description, one) := {f.severity | some f in rule.findings with input as {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}}, "body": {"deeds": [one], "fences": []}}}}

test_fires_on_a_stranger if {
	found("Compares lamps and scores them.", deed) == {"high"}
	found("Draws lamps.", deed) == {"medium"}
	found("Values shares.", object.union(deed, {"names": ["QRVN"]})) == {"high"}
}

test_fires_less_in_a_test if found("Compares lamps.", object.union(deed, {"file": "tests/test_score.py"})) == {"medium"}

test_silent_on_what_the_skill_speaks_of if found("Compares lamps.", object.union(deed, {"places": 2})) == set()

test_silent_on_what_stands_for_any if {
	found("Compares lamps.", object.union(deed, {"names": ["Unknown"]})) == set()
	found("Compares lamps.", object.union(deed, {"names": ["Stripe"]})) == set()
}

test_silent_on_other_deeds if found("Compares lamps.", object.union(deed, {"kind": "gate"})) == set()
