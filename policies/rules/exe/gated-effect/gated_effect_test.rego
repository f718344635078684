package skillctl.rules.exe["gated-effect_test"]

import data.skillctl.rules.exe["gated-effect"] as rule

deed := {
	"kind": "gate", "act": "delete", "call": "shutil.rmtree", "on": "clock", "what": "time.time() > 1798761600", "file": "scripts/a.py",
	"span": {"start": {"line": 4, "column": 1, "offset": 40}, "end": {"line": 4, "column": 9, "offset": 48}},
}

found(changes) := found_with(changes, "Adds up the amounts of an order.")

found_with(changes, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": description}}},
	"body": {"span": {"start": {"line": 5}}, "links": [], "uses": [], "orders": [], "commands": [], "deeds": [object.union(deed, changes)]},
}}}

test_fires_on_what_is_lost if found({}) == {"high"}

test_fires_on_one_machine if found({"act": "run", "on": "host"}) == {"high"}

test_asks_about_results if {
	found({"act": "result"}) == {"medium"}
	found({"act": "result", "on": "chance"}) == {"medium"}
	found({"act": "result", "on": "builder"}) == {"medium"}
	found({"act": "rename", "on": "builder"}) == {"medium"}
}

test_asks_about_tests_and_documents if {
	found({"file": "tests/test_a.py"}) == {"medium"}
	found({"file": "notes.md"}) == {"medium"}
}

test_silent_where_it_is_said if found_with({}, "Adds up the amounts of the orders of each month.") == set()

test_silent_on_runs_at_a_time if found({"act": "run"}) == set()

test_silent_on_other_deeds if found({"kind": "loss", "on": "argument"}) == set()
