# METADATA
# title: Agent Zero
# description: >-
#   What the command-line client of Agent Zero would decide about a call of
#   code_execution_remote: whether execution is on, whether the access mode lets
#   the runtime change files, the session and the code, in its order and words.
#   Its browser boundary, which Agent Zero only asks for in its prompt, holds here.
#   The call's runtime, session, code and keyboard are fields of the request; a
#   request with nothing but a command is one for the runtime terminal.
# custom:
#   facts: []
package skillctl.exec.profiles.agentzero

table := data.skillctl.tables.agentzero

texts := table.texts

cfg := object.get(input.settings, "agentzero", {})

release := "1.6" if object.get(cfg, "release", "newer") == "1.6"

release := "newer" if object.get(cfg, "release", "newer") != "1.6"

# A setting has two names: Agent Zero's own and that of skillctl. Where both are
# set, the stricter one holds.
enabled if said("execEnabled", "exec_enabled") == {true}

writable if said("accessMode", "access_mode") == {"read_write"}

said(name, other) := {cfg[key] | some key in [name, other]; key in object.keys(cfg)}

# The name by which it is set, for people: where both are, the one that stops the call.
setting_of(name, other, wanted) := ["agentzero", other] if {
	other in object.keys(cfg)
	object.get(cfg, name, null) in {null, wanted}
} else := ["agentzero", name]

runtime := runtime_of(object.get(input.request, "runtime", "terminal"))

runtime_of(value) := lower(trim_space(value)) if is_string(value)

runtime_of(value) := lower(sprintf("%v", [value])) if not is_string(value)

# The code of the call. What a terminal runs is the command itself: it is that
# text which the facts are about.
code := input.facts.source.text if runtime == "terminal"

code := request_code if runtime != "terminal"

request_code := text if {
	text := object.get(input.request, "code", object.get(input.request, "command", null))
	is_string(text)
} else := sprintf("%v", [value]) if {
	value := object.get(input.request, "code", null)
	not is_string(value)
	value != null
}

has_code if trim_space(code) != ""

# The number of the session as Python's int() takes it; undefined when it is none.
session := session_of(object.get(input.request, "session", null))

session_of(value) := 0 if {
	value in {null, "", false, 0}
} else := 0 if {
	value == []
} else := 0 if {
	value == {}
} else := 1 if {
	value == true
} else := floor(value) if {
	is_number(value)
	value > 0
} else := ceil(value) if {
	is_number(value)
	value < 0
} else := to_number(concat("", [trim_left(substring(digits, 0, 1), "+0123456789"), bare])) if {
	is_string(value)
	digits := replace(trim_space(value), "_", "")
	regex.match(`^\s*[+-]?[0-9]+(_[0-9]+)*\s*$`, value)
	bare := regex.replace(digits, `^[+-]?0*([0-9])`, "$1")
}

session_known if is_number(session)

change_mode := "Agent Zero has a key for it; here, set agentzero.accessMode: \"read_write\""

# The first gate that refuses holds.
stop := {"gate": "exec_disabled", "message": texts.exec_disabled, "setting": setting_of("execEnabled", "exec_enabled", true), "hint": "Agent Zero has a key for it; here, set agentzero.execEnabled: true"} if {
	not enabled
} else := {"gate": "bad_runtime", "message": sprintf("runtime must be one of: %s", [table.listed[release]])} if {
	not runtime in table.runtimes[release]
} else := {"gate": "write_disabled_read_only", "message": texts.write_disabled, "setting": setting_of("accessMode", "access_mode", "read_write"), "hint": change_mode} if {
	runtime in table.writing
	not writable
} else := {"gate": "bad_session", "message": "session must be an integer"} if {
	not session_known
} else := {
	"gate": "no_session",
	"message": sprintf("Session %d does not exist, and none is opened while local access is Read only. Press F3 to switch to Read&Write.", [session]),
	"setting": setting_of("accessMode", "access_mode", "read_write"),
	"hint": change_mode,
} if {
	not runtime in table.writing
	not writable
	object.get(input.request, "session_exists", true) == false
} else := {"gate": "missing_field", "message": sprintf("code is required for runtime=%s", [runtime])} if {
	runtime in table.coded
	not has_code
} else := {"gate": "missing_field", "message": "keyboard is required for runtime=input"} if {
	runtime == "input"
	object.get(input.request, "keyboard", object.get(input.request, "code", null)) == null
} else := {
	"gate": "no_running_session",
	"message": sprintf("Session %d is not awaiting input. runtime=input is a deprecated compatibility alias for sending a line into a running shell session.", [session]),
} if {
	runtime == "input"
	object.get(input.request, "session_running", false) != true
}

reasons contains object.union(object.filter(stop, ["hint"]), {
	"effect": "deny",
	"rule": concat("/", ["exec/agentzero", replace(stop.gate, "_", "-")]),
	"message": stop.message,
	"setting": object.get(stop, "setting", null),
})

# The browser boundary.
reasons contains {
	"effect": "deny",
	"rule": "exec/agentzero/browser",
	"message": sprintf("%s opens a browser outside of the browser tool", [found.what]),
	"hint": texts.browser,
	"span": found.span,
} if {
	not stop
	some found in launches
}

# Code that the facts are not about has not been looked at.
reasons contains {
	"effect": "deny",
	"rule": "exec/agentzero/unread",
	"message": message,
} if {
	not stop
	some message in unread
}

unread contains "the code of runtime terminal is not the command that was read: give it as the command" if {
	runtime == "terminal"
	given := object.get(input.request, "code", code)
	given != code
}

unread contains "the code is too large or is not text: it was not read whole" if {
	runtime == "terminal"
	input.facts.parse.limit != ""
}

unread contains "the code is too large or is not text: it was not read whole" if {
	runtime == "terminal"
	not input.facts.source.utf8
}

unread contains "a line or a word does not end where it seems to: what it would open is not known" if {
	runtime == "terminal"
	some opaque in input.facts.opaque
	opaque.reason == "lines"
}

unread contains "the code has a mistake in its syntax: what it would open is not known" if {
	runtime == "terminal"
	input.facts.parse.ok == false
	not input.facts.parse.error
}

reasons contains {
	"effect": "deny",
	"rule": "exec/agentzero/unread",
	"message": sprintf("the code has a mistake in its syntax, so that what it would open is not known: %s", [input.facts.parse.error.message]),
	"span": input.facts.parse.error.span,
} if {
	not stop
	runtime == "terminal"
	input.facts.parse.ok == false
}

unread contains "the code is too large: it was not read whole" if {
	runtime in {"python", "nodejs"}
	count(code) > 1048576
}

reasons contains {
	"effect": "deny",
	"rule": "exec/agentzero/security",
	"message": "nothing may run: exec.security is \"deny\"",
	"setting": ["exec", "security"],
} if {
	object.get(input.settings, ["exec", "security"], "allowlist") == "deny"
}

reasons contains {
	"effect": "allow",
	"rule": "exec/agentzero/allowed",
	"message": sprintf("Agent Zero would pass this to runtime %s, session %d", [runtime, session]),
} if {
	not stop
}

default stopped := "ok"

stopped := stop.gate

default session_number := null

session_number := session

details := {"gate": stopped, "runtime": runtime, "session": session_number}
