package skillctl.rules.exe["dynamic-code_test"]

import data.skillctl.rules.exe["dynamic-code"] as rule

given(how, program, file) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"flows": [{
	"from": [program], "to": "exec", "steps": [{"program": program, "args": []}], "how": how, "text": "…", "file": file, "span": {}, "fenced": true,
}]}}}

found(how, program, file) := {[f.severity, f.locus] | some f in rule.findings with input as given(how, program, file)}

test_fires_on_what_is_fetched if {
	found("call", "urlopen", "scripts/a.py") == {["high", "script"]}
	found("call", "requests.get", "SKILL.md") == {["high", "instruction"]}
}

test_fires_on_what_is_hidden if {
	found("call", "b64decode", "scripts/a.py") == {["critical", "script"]}
	found("call", "atob", "references/a.md") == {["medium", "instruction"]}
}

test_silent_on_shells if found("pipe", "curl", "SKILL.md") == set()

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

followed(kind, sink, file) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {
	"uses": [],
	"flows": [{"from": ["atob"], "to": "eval", "steps": [{"program": "atob", "args": []}], "how": "call", "text": "…", "file": file, "span": at(9), "fenced": true}],
	"chains": [{
		"source": {"kind": kind, "name": "scripts/data.bin", "hosts": [], "veiled": false, "mixed": false, "part": false, "file": file, "span": at(1)},
		"steps": [{"what": "is kept in code", "file": file, "span": at(2)}],
		"sink": object.union({"kind": "evaluate", "call": "exec", "channel": "code", "hosts": [], "veiled": false, "file": file, "span": at(9)}, sink),
	}],
}}}

followed_to(kind, sink, file) := {f.severity | some f in rule.findings with input as followed(kind, sink, file)}

test_fires_on_what_is_decoded_and_run if {
	followed_to("coded", {}, "scripts/a.py") == {"critical"}
	followed_to("coded", {"kind": "run", "channel": "command"}, "scripts/a.py") == {"critical"}
	followed_to("coded", {"channel": "object"}, "scripts/a.py") == {"medium"}
	followed_to("coded", {}, "references/a.md") == {"medium"}
}

test_tells_the_way if {
	found := rule.findings with input as followed("coded", {}, "scripts/a.py")
	some f in found
	[r.message | some r in f.related] == ["scripts/data.bin is decoded here", "is kept in code"]
}

# Another rule tells of it, with where it is from.
test_silent_on_what_is_fetched_and_followed if followed_to("network", {}, "scripts/a.py") == set()

test_silent_on_what_is_decoded_and_sent if {
	found := followed_to("coded", {"kind": "send", "channel": "body"}, "scripts/a.py")
	found == {"critical"} # the pattern alone: its line is not followed
}

test_a_call_that_a_text_names_is_asked_about if {
	access := {"kind": "dispatch", "store": "", "name": "Kernel.send", "hosts": [], "veiled": false, "file": "a.rb", "span": {}}
	every case in [["dispatch", {"medium"}], ["read", set()]] {
		{f.severity | some f in rule.findings} == case[1] with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"flows": [], "chains": [], "uses": [], "accesses": [object.union(access, {"kind": case[0]})]}}}
	}
}

given_to(changes, remarks) := {f.severity | some f in rule.findings with input as object.union(followed("argument", changes, "scripts/a.py"), {"skill": {"body": {"flows": [], "remarks": remarks}}})}

test_asks_about_code_that_is_given if given_to({}, []) == {"medium"}

test_fires_where_nothing_is_checked if {
	free := {"kinds": ["unchecked"], "text": "The expression may contain anything.", "looked": false, "fenced": false}
	given_to({}, [free]) == {"high"}
	given_to({}, [object.union(free, {"looked": true})]) == {"medium"}
}

test_silent_on_files_that_are_given if {
	given_to({"channel": "file"}, []) == set()
	given_to({"kind": "send", "channel": "body"}, []) == set()
}
