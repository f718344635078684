package skillctl.exec.profiles.codeexec_test

import data.skillctl.exec.profiles.codeexec

# A command of plain words.
command(words) := {
	"id": 0, "kind": "simple", "name": words[0], "base": parts[count(parts) - 1], "role": "program", "known": true,
	"args": [{"text": text, "value": text, "tilde": false, "glob": false} | some text in words],
	"hits": [], "writes": [], "dir": {"known": true, "path": "", "or": []}, "span": null,
} if {
	parts := split(words[0], "/")
}

call(settings, request, commands) := {
	"settings": {"codeExec": settings}, "request": object.union({"cwd": "/work"}, request),
	"facts": {
		"source": {"blank": count(commands) == 0, "utf8": true, "nul": false}, "parse": {"ok": true, "limit": ""},
		"commands": commands, "assignments": [], "redirects": [], "hidden": [], "opaque": [], "deception": [],
	},
}

rules(doc) := {reason.rule | some reason in found_reasons} if {
	found_reasons := codeexec.reasons with input as doc
}

listing := {"bash": {"allowedCommands": ["ls", "rm", "sed"], "deniedCommands": ["rm"]}}

test_silence_is_a_no if rules(call({}, {}, [command(["ls"])])) == {"exec/codeexec/program"}

test_listed if rules(call(listing, {}, [command(["ls"]), command(["/bin/ls"])])) == {"exec/codeexec/allowed"}

test_denied_wins if rules(call(listing, {}, [command(["ls"]), command(["/bin/rm", "x"])])) == {"exec/codeexec/denied"}

test_other_folders_are_other_programs if rules(call(listing, {}, [command(["./ls"])])) == {"exec/codeexec/program"}

test_languages if {
	rules(call({"languages": ["bash"]}, {"language": "python"}, [])) == {"exec/codeexec/language"}
	rules(call({"languages": ["python"]}, {"language": "python"}, [])) == {"exec/codeexec/allowed"}
	rules(call({"enabled": false}, {"language": "python"}, [])) == {"exec/codeexec/enabled"}
}
