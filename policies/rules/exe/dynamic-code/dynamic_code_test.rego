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
