package skillctl.exec.language_test

import data.skillctl.exec.language

call(settings, name, commands) := {
	"profile": "strict", "request": {"language": name}, "settings": {"codeExec": settings},
	"facts": {"commands": [{"name": words, "base": words, "span": null} | some words in commands]},
}

messages(doc) := {reason.message | some reason in found} if {
	found := language.reasons with input as doc
}

test_nothing_said if messages(call({}, "python", [])) == set()

test_off if messages(call({"enabled": false}, "python", [])) == {"code execution is switched off"}

test_unlisted if {
	messages(call({"languages": ["python"]}, "bash", [])) == {"code in the language \"bash\" is not allowed"}
	messages(call({"languages": ["python"]}, "python", [])) == set()
	messages(call({}, "perl", [])) == {"code in the language \"perl\" is not allowed"}
}

test_denied_command if {
	settings := {"bash": {"deniedCommands": ["rm"]}}
	messages(call(settings, "bash", ["ls", "rm"])) == {"\"rm\" is denied"}
	messages(call(settings, "python", ["rm"])) == set()
}

# Commands without a language, and a profile that says it itself.
test_not_its_business if {
	messages(object.remove(call({"enabled": false}, "python", []), ["request"])) == set()
	messages(object.union(call({"enabled": false}, "python", []), {"profile": "codeexec"})) == set()
}

test_sessions if {
	asked := object.union(call({}, "python", []), {"request": {"interactive": true}})
	messages(object.union(asked, {"settings": {"run": {"session": {"enabled": false}}}})) == {"sessions of code are switched off"}
	messages(object.union(asked, {"profile": "codeexec", "settings": {"run": {"session": {"enabled": false}}}})) == {"sessions of code are switched off"}
	messages(object.union(asked, {"settings": {"run": {"session": {"enabled": true}}}})) == set()
	messages(object.union(call({}, "python", []), {"settings": {"run": {"session": {"enabled": false}}}})) == set()
}
