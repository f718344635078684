package skillctl.exec.profiles.agentzero_server_test

import data.skillctl.exec.profiles.agentzero

ask(clients, runtime) := answer if {
	answer := agentzero.server with input as {"clients": clients, "op": {"runtime": runtime}}
}

off := {"exec": false, "files": true, "write": true}

reading := {"exec": true, "files": true, "write": false}

writing := {"exec": true, "files": true, "write": true}

test_the_first_that_can_takes_it if {
	ask([off, reading, writing], "terminal").selected == 2
	ask([off, reading, writing], "output").selected == 1
}

test_why_none_does if {
	startswith(ask([], "terminal").error, "code_execution_remote: no CLI client connected")
	contains(ask([off], "terminal").error, "press F4")
	contains(ask([reading], "python").error, "Press F3")
	ask([writing], "input").error == "runtime is required (terminal, python, nodejs, output, reset)"
}

scopes_of(given) := answer if {
	answer := agentzero.scopes with input as {"scopes": given}
}

test_code_needs_writing_needs_files if {
	scopes_of({"files": true, "code_execution": true}).code_execution
	not scopes_of({"files": true, "file_write": false, "code_execution": true}).code_execution
	not scopes_of({"file_write": true, "code_execution": true}).file_write
}

file(op, mode) := answer if {
	answer := agentzero.files.error with input as {"op": {"op": op}, "settings": {"agentzero": {"access_mode": mode}}}
}

test_files if {
	file("read", "read_only") == null
	contains(file("patch", "read_only"), "Press F3")
	file("patch", "read_write") == null
	file("delete", "read_write") == "Unknown op: delete"
}

test_how_long_it_waits if {
	agentzero.wait.secs == 255 with input as {"timeouts": {"max_exec_timeout": 240}}
	agentzero.wait.secs == 120 with input as {"timeouts": null}
}

test_what_to_tell if contains(agentzero.guidance.text, "F4") with input as {"condition": "exec_disabled"}
