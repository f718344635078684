package skillctl.exec.profiles.agentzero_test

import data.skillctl.exec.profiles.agentzero

on := {"exec_enabled": true, "access_mode": "read_write"}

call(settings, request, commands) := {
	"settings": {"agentzero": settings}, "request": request,
	"facts": {
		"source": {"text": object.get(request, "command", ""), "utf8": true}, "parse": {"ok": true, "limit": ""},
		"commands": commands, "assignments": [],
	},
}

rules(doc) := [reason.rule | some reason in found_reasons] if {
	found_reasons := agentzero.reasons with input as doc
}

test_is_off_unless_switched_on if rules(call({}, {"command": "ls"}, [])) == ["exec/agentzero/exec-disabled"]

test_reading_may_look_but_not_run if {
	rules(call({"exec_enabled": true}, {"command": "ls"}, [])) == ["exec/agentzero/write-disabled-read-only"]
	rules(call({"exec_enabled": true}, {"runtime": "output"}, [])) == ["exec/agentzero/allowed"]
}

test_either_name_of_a_setting_counts_and_the_stricter_holds if {
	rules(call({"execEnabled": true, "accessMode": "read_write"}, {"command": "ls"}, [])) == ["exec/agentzero/allowed"]
	rules(call({"execEnabled": true, "exec_enabled": false}, {"command": "ls"}, [])) == ["exec/agentzero/exec-disabled"]
	rules(call({"execEnabled": false, "exec_enabled": true}, {"command": "ls"}, [])) == ["exec/agentzero/exec-disabled"]
	rules(call(object.union(on, {"accessMode": "read_only"}), {"command": "ls"}, [])) == ["exec/agentzero/write-disabled-read-only"]
	rules(call({"execEnabled": "yes", "accessMode": "read_write"}, {"command": "ls"}, [])) == ["exec/agentzero/exec-disabled"]
}

settings_named(settings) := [reason.setting | some reason in found_reasons] if {
	found_reasons := agentzero.reasons with input as call(settings, {"command": "ls"}, [])
}

test_the_setting_is_named_as_it_was_set if {
	settings_named({"exec_enabled": false}) == [["agentzero", "exec_enabled"]]
	settings_named({"execEnabled": false}) == [["agentzero", "execEnabled"]]
	settings_named({}) == [["agentzero", "execEnabled"]]
	settings_named({"execEnabled": true}) == [["agentzero", "accessMode"]]
	settings_named({"execEnabled": true, "exec_enabled": false}) == [["agentzero", "exec_enabled"]]
	settings_named({"execEnabled": false, "exec_enabled": true}) == [["agentzero", "execEnabled"]]
}

test_reading_opens_no_session if {
	rules(call({"execEnabled": true}, {"runtime": "output", "session_exists": false}, [])) == ["exec/agentzero/no-session"]
	rules(call({"execEnabled": true}, {"runtime": "reset", "session_exists": false}, [])) == ["exec/agentzero/no-session"]
	rules(call({"execEnabled": true}, {"runtime": "reset", "session_exists": true}, [])) == ["exec/agentzero/allowed"]
	rules(call(on, {"runtime": "output", "session_exists": false}, [])) == ["exec/agentzero/allowed"]
}

test_runtimes_are_those_of_the_release if {
	rules(call(on, {"runtime": " Python ", "code": "1"}, [])) == ["exec/agentzero/allowed"]
	rules(call(on, {"runtime": "input", "keyboard": "y"}, [])) == ["exec/agentzero/bad-runtime"]
	rules(call(object.union(on, {"release": "1.6"}), {"runtime": "input", "keyboard": "y"}, [])) == ["exec/agentzero/no-running-session"]
}

number(value) := answer if {
	answer := agentzero.session with input as call(on, {"command": "ls", "session": value}, [])
}

test_sessions_are_numbers if {
	number(null) == 0
	number([]) == 0
	number("3") == 3
	number("-007") == -7
	number(1.9) == 1
	number(true) == 1
	rules(call(on, {"command": "ls", "session": "x"}, [])) == ["exec/agentzero/bad-session"]
	rules(call(on, {"command": "ls", "session": [1]}, [])) == ["exec/agentzero/bad-session"]
}

test_code_is_wanted if {
	rules(call(on, {"command": " "}, [])) == ["exec/agentzero/missing-field"]
	rules(call(on, {"runtime": "nodejs", "code": null}, [])) == ["exec/agentzero/missing-field"]
}

test_code_that_was_not_read_is_refused if "exec/agentzero/unread" in rules(call(on, {"command": "ls", "code": "other"}, []))

test_lines_that_end_elsewhere_are_refused if {
	doc := json.patch(call(on, {"command": "ls"}, []), [{"op": "add", "path": "/facts/opaque", "value": [{"reason": "lines"}]}])
	"exec/agentzero/unread" in rules(doc)
}

test_what_cannot_be_read_is_refused if {
	doc := json.patch(call(on, {"command": "ls"}, []), [{"op": "replace", "path": "/facts/parse/ok", "value": false}])
	"exec/agentzero/unread" in rules(doc)
}
