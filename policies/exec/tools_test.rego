package skillctl.exec.tools_test

import data.skillctl.exec.tools

# paths are the settings that the refusals name.
paths(cfg) := {reason.setting | some reason in found} if {
	found := tools.reasons with input as {"settings": {"openclaw": cfg}}
}

only(cfg) := paths({"tools": cfg})

own(path) := array.concat(["openclaw", "tools"], path)

test_nothing_said if {
	paths({}) == set()
	only({"allow": [], "deny": []}) == set()
	only({"allow": [" "], "alsoAllow": ["browser"]}) == set()
}

test_denied if {
	every entry in ["exec", "bash", " EXEC ", "*", "ex*", "*e*c", "group:runtime"] {
		only({"deny": [entry]}) == {own(["deny"])}
	}
	every entry in ["process", "group:openclaw", "ex", "exec.", "e.*c", "exec*c", ""] {
		only({"deny": [entry]}) == set()
	}
}

test_allowed if {
	only({"allow": ["browser"]}) == {own(["allow"])}
	only({"allow": ["browser"], "alsoAllow": ["exec"]}) == set()
	every entry in ["exec", "Bash", "*", "group:runtime", "exe*"] {
		only({"allow": ["browser", entry]}) == set()
	}
}

# A denial holds before what allows.
test_denied_and_allowed if only({"allow": ["exec"], "deny": ["exec"]}) == {own(["deny"])}

test_profile if {
	only({"profile": "minimal"}) == {own(["profile"])}
	only({"profile": "messaging", "allow": ["exec"]}) == {own(["profile"])}
	only({"profile": "messaging", "widened": ["exec"]}) == set()
	only({"profile": "coding"}) == set()
	only({"profile": "full"}) == set()
}

test_agent if {
	only({"allow": ["exec"], "agent": {"deny": ["exec"]}}) == {own(["agent", "deny"])}
	only({"allow": ["exec"], "agent": {"allow": ["read"]}}) == {own(["agent", "allow"])}
	only({"agent": {"alsoAllow": ["read"]}}) == set()
}

# Lists for sandboxes hold only in one.
test_sandbox if {
	lists := {"sandbox": {"deny": ["exec"]}}
	only(lists) == set()
	paths({"tools": lists, "sandbox": {"available": true}}) == {own(["sandbox", "deny"])}
	paths({"tools": {"sandbox": {"allow": ["read"]}}, "sandbox": {"available": true}}) == {own(["sandbox", "allow"])}
	paths({"tools": {"sandbox": {"allow": ["read"], "alsoAllow": ["exec"]}}, "sandbox": {"available": true}}) == set()
}

test_message if {
	some reason in tools.reasons with input as {"settings": {"openclaw": {"tools": {"deny": ["group:runtime"]}}}}
	reason.message == "the agent has no tool exec: \"group:runtime\" denies the tool exec"
	reason.effect == "deny"
}
