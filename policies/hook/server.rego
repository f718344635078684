# Servers that skillctl stands in front of: what they tell a model of their tools, and what
# they ask of their clients.
package skillctl.hook

described := input.described

subject := sprintf("%s %q of server %q", [described.what, described.name, described.server]) if {
	not described.what in {"instructions", "command"}
}

subject := sprintf("what server %q tells a model of itself", [described.server]) if described.what == "instructions"

subject := sprintf("the command of server %q", [described.server]) if described.what == "command"

reasons contains {
	"rule": "hook/described",
	"effect": "allow",
	"message": sprintf("%s is as it was accepted", [subject]),
} if {
	described.state == "pinned"
}

# What is there first is trusted where nothing in it is objected to: nobody knows better.
reasons contains {
	"rule": "hook/described",
	"effect": effects[judged_safety],
	"message": sprintf("%s is seen for the first time%s", [subject, objected]),
	"hint": accept_hints[judged_safety],
} if {
	described.state == "first"
}

reasons contains {
	"rule": "hook/described",
	"effect": changed_effects[judged_safety],
	"message": sprintf("%s %s%s", [subject, state_words[described.state], objected]),
	"hint": accept,
} if {
	described.state in {"new", "changed"}
}

changed_effects := {"pass": "ask", "review": "ask", "block": "deny"}

state_words := {
	"new": "is new since the server was accepted",
	"changed": "is not as it was accepted",
}

# What no model reads has nothing for lint to object to.
judged_safety := "pass" if {
	described.safety == ""
	described.what == "command"
}

judged_safety := described.safety if described.safety != ""

objected := "" if count(described.findings) == 0

objected := concat("", [": ", concat("; ", array.slice(described.findings, 0, 3))]) if count(described.findings) > 0

accept_hints := {"pass": "", "review": accept, "block": accept}

accept := sprintf("a person looks at it with: skillctl mcp accept %s", [described.server])

reasons contains {
	"rule": "hook/request",
	"effect": "allow",
	"message": sprintf("hook.serverRequests of the settings names %q", [input.call.request]),
} if {
	input.call.kind == "request"
	input.call.request in settings.serverRequests
}

reasons contains {
	"rule": "hook/request",
	"effect": "deny",
	"message": sprintf("the server asks its client for %q", [input.call.request]),
	"hint": "name it in hook.serverRequests of the settings to allow it",
} if {
	input.call.kind == "request"
	not input.call.request in settings.serverRequests
}
