package skillctl.exec.profiles.codeexec_commands_test

import data.skillctl.exec.profiles.codeexec_test as fixture

doc := fixture.call(fixture.listing, {}, [fixture.command(["ls"])])

changed(path, value) := fixture.rules(json.patch(doc, [{"op": "add", "path": path, "value": value}]))

test_what_is_not_read_is_refused if {
	changed("/facts/opaque/-", {"reason": "name", "detail": "x"}) == {"exec/codeexec/unread"}
	changed("/facts/hidden/-", {"level": "certain", "text": "a[$(x)]"}) == {"exec/codeexec/unread"}
	changed("/facts/hidden/-", {"level": "possible", "text": "x"}) == {"exec/codeexec/allowed"}
	changed("/facts/deception/-", {"kind": "bidi", "quoted": false}) == {"exec/codeexec/unread"}
	changed("/facts/parse/ok", false) == {"exec/codeexec/unread"}
}

test_what_a_program_runs_is_named if {
	changed("/facts/commands/0/hits/-", {"kind": "shell", "option": "e", "resolved": false, "span": null}) == {"exec/codeexec/code"}
	changed("/facts/commands/0/hits/-", {"kind": "shell", "option": "e", "resolved": true, "span": null}) == {"exec/codeexec/allowed"}
	changed("/facts/commands/0/known", false) == {"exec/codeexec/code"}
	changed("/facts/commands/0/name", null) == {"exec/codeexec/program"}
}

test_variables_that_change_the_code if {
	changed("/facts/assignments/-", {"name": "LD_PRELOAD", "span": null}) == {"exec/codeexec/environment"}
	changed("/facts/assignments/-", {"name": "X", "span": null}) == {"exec/codeexec/allowed"}
}

redirect(target) := {
	"class": "file", "write": true, "span": null, "dir": {"known": true, "path": "", "or": []},
	"target": {"text": target, "value": target, "tilde": startswith(target, "~"), "glob": false},
}

test_where_it_writes if {
	every target in ["out.txt", "./a/b", "/work/x", "/tmp/openclaw/code-output/x"] {
		changed("/facts/redirects/-", redirect(target)) == {"exec/codeexec/allowed"}
	}
	every target in ["/etc/x", "../x", "a/../../x", "~/x", "/workx", "/work/../etc/x"] {
		changed("/facts/redirects/-", redirect(target)) == {"exec/codeexec/write"}
	}
	below := object.union(redirect("x"), {"dir": {"known": true, "path": "/etc", "or": []}})
	changed("/facts/redirects/-", below) == {"exec/codeexec/write"}
}
