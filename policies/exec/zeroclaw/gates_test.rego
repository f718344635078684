package skillctl.exec.profiles.zeroclaw_test

import data.skillctl.exec.profiles.zeroclaw

at := {"start": {"line": 1, "col": 1, "offset": 0}, "end": {"line": 1, "col": 2, "offset": 1}}

# A segment of plain words.
segment(words) := {
	"raw": concat(" ", words), "part": concat(" ", words), "lower": lower(concat(" ", words)), "skipped": [], "word": words[0],
	"executable": words[0], "base": lower(base(words[0])), "riskBase": lower(base(words[0])), "args": rest(words),
	"argsLower": [lower(word) | some word in rest(words)], "batch": false, "script": false, "provider": false, "dollar": false,
	"span": at, "wordSpan": at, "argSpans": [at | some _ in rest(words)],
}

base(name) := parts[count(parts) - 1] if parts := split(name, "/")

rest(words) := array.slice(words, 1, count(words))

view(dialect, segments) := {
	"dialect": dialect, "gates": {"input_redirect": false, "output_redirect": false}, "spans": {}, "grammar": true, "variables": true,
	"segments": segments, "commands": count(segments) > 0, "pathTokens": [], "roots": {},
}

call(dialect, segments, settings) := {
	"kind": "exec", "profile": "zeroclaw", "settings": {"zeroclaw": settings},
	"request": {"cwd": "/workspace", "approved": false, "approver": false, "env": {"HOME": "/home/user"}},
	"facts": {"source": {"text": "the text", "utf8": true, "nul": false}, "parse": {"ok": true, "limit": ""}, "zeroclaw": view(dialect, segments)},
}

gate_of(doc) := answer if {
	answer := zeroclaw.gate.name with input as doc
}

test_lists_by_name if gate_of(call("posix", [segment(["LS", "-l"])], {})) == "ok"

test_refuses_what_is_not_listed if {
	gate_of(call("posix", [segment(["ls"]), segment(["curl", "x"])], {})) == "not_in_allowlist:curl"
}

test_readonly_comes_first if gate_of(call("posix", [segment(["ls"])], {"level": "readonly", "allowed_commands": ["*"]})) == "autonomy_readonly"

test_everything_lifts_all_gates_only_with_risk_let_through if {
	gate_of(call("posix", [segment(["x"])], {"allowed_commands": ["*"], "block_high_risk_commands": false})) == "ok_unrestricted_wildcard"
	gate_of(call("posix", [segment(["find", ".", "-exec"])], {"allowed_commands": ["*"]})) == "unsafe_args:find"
}

test_gates_in_order if {
	doc := call("posix", [segment(["ls"])], {})
	patch := [
		{"op": "add", "path": "/facts/zeroclaw/gates/tee", "value": true},
		{"op": "add", "path": "/facts/zeroclaw/gates/backtick", "value": true},
	]
	gate_of(json.patch(doc, patch)) == "backtick"
}

test_git_options_keep_their_case if {
	gate_of(call("posix", [segment(["git", "-C", "x"])], {})) == "ok"
	gate_of(call("posix", [segment(["git", "-c", "x"])], {})) == "unsafe_args:git"
	gate_of(call("posix", [segment(["git", "config.x"])], {})) == "unsafe_args:git"
}

test_nothing_is_no_command if gate_of(call("posix", [], {})) == "empty_command"

test_paths_are_listed_as_paths if {
	settings := {"allowed_commands": ["~/bin//tool"]}
	gate_of(call("posix", [segment(["/home/user/bin/tool"])], settings)) == "ok"
	gate_of(call("posix", [segment(["/opt/bin/tool"])], settings)) == "not_in_allowlist:tool"
}

test_powershell_has_gates_of_its_own if {
	settings := {"allowed_commands": ["git.EXE", "cat"]}
	gate_of(call("powershell", [segment(["git"])], settings)) == "ok"
	gate_of(json.patch(call("powershell", [segment(["git"])], settings), [{"op": "replace", "path": "/facts/zeroclaw/grammar", "value": false}])) == "powershell_grammar"
	gate_of(json.patch(call("powershell", [segment(["git"])], settings), [{"op": "replace", "path": "/facts/zeroclaw/variables", "value": false}])) == "powershell_variable"
	gate_of(json.patch(call("powershell", [segment(["cat", "env:x"])], settings), [{"op": "replace", "path": "/facts/zeroclaw/segments/0/provider", "value": true}])) == "powershell_provider_argument"
	gate_of(json.patch(call("powershell", [segment(["git.cmd"])], settings), [{"op": "replace", "path": "/facts/zeroclaw/segments/0/batch", "value": true}])) == "powershell_batch_file"
	gate_of(call("powershell", [segment(["$x"])], settings)) == "powershell_executable"
}

validated(doc) := answer if {
	answer := zeroclaw.validation.reason with input as doc
}

test_high_risk_wants_its_name_in_the_list if {
	validated(call("posix", [segment(["rm", "x"])], {"allowed_commands": ["*"]})) == "high_risk_blocked"
	validated(call("posix", [segment(["rm", "x"])], {"allowed_commands": ["*", "rm"]})) == "approval_required_high"
	validated(call("posix", [segment(["rm", "x"])], {"allowed_commands": ["rm"], "level": "full"})) == "ok"
}

test_a_runtime_without_a_shell_runs_nothing if {
	validated(call("posix", [segment(["ls"])], {"runtime_has_shell": false})) == "no_shell_access"
}
