package skillctl.hook_test

saying(state, safety) := {
	"call": {"kind": "described", "tool": "add", "attended": false},
	"described": {"server": "lab", "what": "tool", "name": "add", "state": state, "safety": safety, "findings": []},
}

test_what_was_accepted_is_shown if {
	every safety in ["pass", "review", "block", ""] {
		effect_of(saying("pinned", safety)) == "allow"
	}
}

test_what_is_first_is_trusted_where_nothing_is_objected_to if {
	effect_of(saying("first", "pass")) == "allow"
	told("hook/described", object.union(saying("first", "review"), {"call": {"attended": true}})) == {"ask"}
	effect_of(saying("first", "review")) == "deny"
	effect_of(saying("first", "block")) == "deny"
}

test_what_was_not_judged_is_a_no if {
	effect_of(saying("first", "")) == "deny"
	effect_of(object.union(saying("first", ""), {"described": {"what": "command"}})) == "allow"
}

test_what_has_changed_waits_for_a_person if {
	every state in ["new", "changed"] {
		every safety in ["pass", "review", "block"] {
			effect_of(saying(state, safety)) == "deny"
		}
	}
	told("hook/described", object.union(saying("changed", "pass"), {"call": {"attended": true}})) == {"ask"}
}

requesting(requests) := {
	"call": {"kind": "request", "tool": "mcp__lab__sampling", "request": "sampling", "attended": false},
	"settings": {"serverRequests": requests},
}

test_requests_of_a_server_are_denied_that_the_settings_do_not_name if {
	effect_of(requesting([])) == "deny"
	effect_of(requesting(["roots"])) == "deny"
	effect_of(requesting(["sampling"])) == "allow"
}
