package skillctl.rules.exe["unsaid-loss_test"]

import data.skillctl.rules.exe["unsaid-loss"] as rule

span := {"start": {"line": 4, "column": 1, "offset": 40}, "end": {"line": 4, "column": 9, "offset": 48}}

deed := {"kind": "loss", "act": "delete", "call": "os.remove", "on": "argument", "what": "name", "file": "scripts/a.py", "span": span}

command := {
	"program": "git", "args": ["reset", "--hard", "HEAD"], "input": [], "before": "", "text": "git reset --hard HEAD", "file": "scripts/a.sh",
	"span": span, "fenced": true,
}

found(deeds, commands, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": description}}},
	"body": {"span": {"start": {"line": 5}}, "links": [], "uses": [], "orders": [], "commands": commands, "deeds": deeds},
}}}

plain := "Counts the rows of tables by month."

lost(changes) := found([object.union(deed, changes)], [], plain)

ran(changes) := found([], [object.union(command, changes)], plain)

test_fires_on_what_was_given if lost({}) == {"high"}

test_fires_on_rows if lost({"act": "rows", "on": "database", "what": "TRUNCATE TABLE x"}) == {"high"}

test_asks_about_parameters if lost({"on": "given"}) == {"medium"}

test_asks_about_tests if lost({"file": "tests/test_a.py"}) == {"medium"}

test_fires_on_commands_of_programs if ran({}) == {"high"}

test_fires_on_what_is_always_done if {
	ran({"file": "SKILL.md", "fenced": false, "before": "After each table, run", "after": "without asking."}) == {"high"}
}

test_asks_about_commands_of_texts if ran({"file": "SKILL.md"}) == {"medium"}

test_silent_where_it_is_said if {
	found([deed], [command], "Counts the rows of tables and removes them.") == set()
	found([object.union(deed, {"act": "rows"})], [], "Updates the rows of tables by month.") == set()
}

test_silent_where_somebody_is_asked if ran({"file": "SKILL.md", "lead": "Steps\nOnly if the user confirms:"}) == set()

test_silent_where_the_option_is_named if {
	found([], [object.union(command, {"args": ["push", "--mirror", "second"]})], "Keeps a mirror of a repository.") == set()
	found([], [object.union(command, {"args": ["push", "--force", "second"]})], "Counts the rows of tables by month, in force.") == {"high"}
}

test_silent_on_its_own if ran({"args": ["push", "--force", "origin", "test-branch"]}) == set()

test_silent_on_other_commands if ran({"args": ["push", "--force-with-lease"]}) == set()
