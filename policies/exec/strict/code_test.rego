package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

python(more) := document({"allowlist": ["python3"]}, facts([object.union(
	command(0, ["python3", "x"]),
	{"interpreter": object.union({"family": "python", "mode": "file", "option": "", "startup": false, "span": span(9), "operand": word("x.py")}, more)},
)]))

test_script_file if {
	effects(strict.reasons) == {"allow"} with input as python({})
}

test_inline_code if {
	some reason in strict.reasons with input as python({"mode": "inline", "option": "-Ic"})
	reason.effect == "deny"
	reason.setting == ["exec", "strictInlineEval"]
	reason.span == span(9)
}

test_standard_input if {
	effects(strict.reasons) == {"deny"} with input as python({"mode": "stdin"})
}

test_unknown_arguments if {
	effects(strict.reasons) == {"deny"} with input as python({"mode": "unknown"})
}

test_folder_and_address if {
	effects(strict.reasons) == {"deny"} with input as python({"operand": word(".")})
	effects(strict.reasons) == {"deny"} with input as python({"operand": word("https://h/x.py")})
}

test_startup if {
	effects(strict.reasons) == {"deny"} with input as python({"startup": true})
}

test_unknown_script if {
	effects(strict.reasons) == {"deny"} with input as python({"operand": variable("S")})
}

run_place(path) := {"command": 1, "use": "run", "path": path, "variable": "", "known": true, "via": "", "text": path, "span": span(9)}

made_and_run(file, path) := object.union(with_made([command(0, ["cp", "a", "b"]), command(1, ["cat", "x.sh"])], ["cp", "cat"], [file]), {"facts": {"places": [run_place(path)]}})

test_runs_what_it_writes if {
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(made_file("x.sh"), "x.sh")
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(made_file("*.sh"), "x.sh")
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(made_file(""), "x.sh")
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(made_file("x.txt"), "")
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(object.union(made_file("a"), {"tree": true}), "a/b/x.sh")
	"exec/strict/code" in rules(strict.reasons) with input as made_and_run(object.union(made_file("."), {"tree": true}), "a/x.sh")
	effects(strict.reasons) == {"allow"} with input as made_and_run(made_file("y.txt"), "x.sh")
	effects(strict.reasons) == {"allow"} with input as made_and_run(object.union(made_file("a"), {"tree": true}), "b/x.sh")
}

fed := object.union(command(0, ["sqlite3", "a.db"]), {"stdin": {"kind": "file", "from": [], "read": true, "target": word("q.sql")}})

fed_beside(words) := document({"allowlist": ["sqlite3", "make", "cut"]}, facts([fed, object.union(command(1, words), {"role": role(words)})]))

role(words) := "builtin" if words[0] == "echo"

role(words) := "program" if words[0] != "echo"

# A file whose text was read stays as it was while only what reads runs beside it.
test_fed_file if {
	effects(strict.reasons) == {"allow"} with input as fed_beside(["echo", "x"])
	effects(strict.reasons) == {"allow"} with input as fed_beside(["cut", "-f1"])
	effects(strict.reasons) == {"deny"} with input as fed_beside(["make", "x"])
}

hit(more) := document({"allowlist": ["tar"]}, facts([object.union(
	command(0, ["tar", "x"]),
	{"hits": [object.union({"kind": "program", "option": "--to-command", "value": "id", "resolved": false, "span": span(5)}, more)]},
)]))

test_option_that_runs if {
	effects(strict.reasons) == {"deny"} with input as hit({})
	effects(strict.reasons) == {"allow"} with input as hit({"resolved": true})
}

evaluated(kind, level) := hides(kind, level, true)

hides(kind, level, known) := document({"allowlist": ["ls"]}, object.union(ls, {"hidden": [{"kind": kind, "command": 0, "text": "a[x]", "level": level, "params": ["x"], "known": known, "span": span(1)}]}))

test_hidden_evaluation if {
	effects(strict.reasons) == {"deny"} with input as evaluated("subscript", "certain")
	effects(strict.reasons) == {"deny"} with input as evaluated("dollar-bracket", "possible")
	effects(strict.reasons) == {"allow"} with input as evaluated("arithmetic", "possible")
	effects(strict.reasons) == {"deny"} with input as hides("arithmetic", "possible", false)
	effects(strict.reasons) == {"deny"} with input as object.union(evaluated("arithmetic", "possible"), {"request": {"env": {"x": "a[$(id)]"}}})
	effects(strict.reasons) == {"allow"} with input as object.union(evaluated("arithmetic", "possible"), {"request": {"env": {"x": "12"}}})
}

made_file(path) := {"command": 0, "path": path, "tree": false, "text": path, "span": span(3)}

with_made(commands, names, files) := document({"allowlist": names}, object.union(facts(commands), {"made": files}))

made_and_used(place, words) := with_made([command(0, ["cp", "a", place]), command(1, words)], ["cp", words[0]], [made_file(place)])

test_files_made_and_then_used if {
	effects(strict.reasons) == {"deny"} with input as made_and_used("Makefile", ["make"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("./x/rules.mk", ["make", "all"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("package.json", ["npm", "install"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("notes.txt", ["make"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("Makefile", ["ls"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("", ["make"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("x.py", ["python3"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("x.csv", ["python3"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("b/config", ["git"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("Makefile", ["make", "--version"])
}

# Of a program that no table has anything may be picked up but data.
test_files_made_for_another_program if {
	effects(strict.reasons) == {"deny"} with input as made_and_used("Buildfile", ["mytool"])
	effects(strict.reasons) == {"deny"} with input as made_and_used(".tool.md", ["mytool"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("notes.md", ["mytool"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("/tmp/Buildfile", ["mytool"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("Buildfile", ["cat"])
}

test_text_that_is_not_understood if {
	asked := hit({"kind": "code", "option": "program", "value": null, "detail": "a single quote"})
	effects(strict.reasons) == {"deny"} with input as asked
	messages := {reason.message | some reason in strict.reasons} with input as asked
	messages == {"\"program\" of \"tar\" is not understood: a single quote"}
}
