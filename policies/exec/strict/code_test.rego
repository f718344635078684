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

test_runs_what_it_writes if {
	made := object.union(python({}), {"facts": {"redirects": [{"command": 0, "scope": "command", "op": ">", "class": "file", "read": false, "write": true, "target": word("./x.py"), "dir": {"known": true, "path": "", "or": []}, "span": span(20)}]}})
	"exec/strict/code" in rules(strict.reasons) with input as made
}

hit(more) := document({"allowlist": ["tar"]}, facts([object.union(
	command(0, ["tar", "x"]),
	{"hits": [object.union({"kind": "program", "option": "--to-command", "value": "id", "resolved": false, "span": span(5)}, more)]},
)]))

test_option_that_runs if {
	effects(strict.reasons) == {"deny"} with input as hit({})
	effects(strict.reasons) == {"allow"} with input as hit({"resolved": true})
}

evaluated(kind, level) := document({"allowlist": ["ls"]}, object.union(ls, {"hidden": [{"kind": kind, "command": 0, "text": "a[x]", "level": level, "params": [], "span": span(1)}]}))

test_hidden_evaluation if {
	effects(strict.reasons) == {"deny"} with input as evaluated("subscript", "certain")
	effects(strict.reasons) == {"deny"} with input as evaluated("dollar-bracket", "possible")
	effects(strict.reasons) == {"allow"} with input as evaluated("arithmetic", "possible")
}

made_and_used(place, words) := document({"allowlist": ["cp", words[0]]}, facts([
	object.union(
		command(0, ["cp", "a", place]),
		{"writes": [{"kind": "write", "option": "", "target": word(place), "span": span(3)}]},
	),
	command(1, words),
]))

test_files_made_and_then_used if {
	effects(strict.reasons) == {"deny"} with input as made_and_used("Makefile", ["make"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("./x/rules.mk", ["make", "all"])
	effects(strict.reasons) == {"deny"} with input as made_and_used("package.json", ["npm", "install"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("notes.txt", ["make"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("Makefile", ["ls"])
	effects(strict.reasons) == {"allow"} with input as made_and_used("Makefile", ["make", "--version"])
}
