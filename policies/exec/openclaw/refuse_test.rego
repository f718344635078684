package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

refused(settings, request, found) if {
	effects(openclaw.reasons) == {"deny"} with input as document(settings, request, found)
}

everything := {"exec": {"security": "full", "ask": "off"}}

ls := view([segment(["ls"])])

test_everything_runs if {
	effects(openclaw.reasons) == {"allow"} with input as document(everything, {}, ls)
}

test_control if {
	refused(everything, {}, object.union(ls, {"control": "approve"}))
	refused(everything, {}, object.union(ls, {"control": "channels-login"}))
}

test_workdir if refused(everything, {}, object.union(ls, {"workdir": false}))

test_environment if {
	refused(everything, {"env": {"PATH": "/x"}}, ls)
	refused(everything, {"env": {"ld_preload": "x"}}, ls)
	refused(everything, {"env": {"A-B": "x"}}, ls)
}

test_harmless_environment if {
	effects(openclaw.reasons) == {"allow"} with input as document(everything, {"env": {"LANG": "C", "PAGER": "cat"}}, ls)
}

test_security_deny if refused({"exec": {"security": "deny", "ask": "off"}}, {}, ls)

test_host if {
	refused(everything, {"host": "elsewhere"}, ls)
	refused(object.union(everything, {"openclaw": {"host": "gateway"}}), {"host": "node"}, ls)
	refused(object.union(everything, {"openclaw": {"sandbox": {"required": true}}}), {}, ls)
	refused(object.union(everything, {"openclaw": {"host": "sandbox"}}), {}, ls)
}

test_elevated if {
	refused(everything, {"elevated": true}, ls)
	open := {"openclaw": {"elevated": {"enabled": true, "allowed": true}}}
	effects(openclaw.reasons) == {"allow"} with input as document(object.union(everything, open), {"elevated": true}, ls)
}

test_unread if {
	effects(openclaw.reasons) == {"deny"} with input as json.remove(document(everything, {}, ls), ["/facts/openclaw"])
}

test_blank if {
	given := json.patch(document(everything, {}, ls), [{"op": "replace", "path": "/facts/source/blank", "value": true}])
	effects(openclaw.reasons) == {"deny"} with input as given
}

test_deny_holds_in_a_sandbox if {
	boxed := {"sandbox": {"available": true}}
	refused({"exec": {"security": "deny", "ask": "off"}, "openclaw": boxed}, {}, ls)
	refused({"exec": {"security": "full", "ask": "off"}, "openclaw": object.union(boxed, {"mode": "deny"})}, {}, ls)
	effects(openclaw.reasons) == {"allow"} with input as document({"exec": {"security": "full"}, "openclaw": object.union(boxed, {"approvals": {"security": "deny"}})}, {}, ls)
}

test_bleed if {
	found := object.union(ls, {"bleed": {"file": "a.py", "line": 3, "variable": "$HOME"}})
	careful := {"exec": {"security": "full", "ask": "on-miss"}}
	refused(careful, {}, found)
	effects(openclaw.reasons) == {"allow"} with input as document(everything, {}, found)
	refused(object.union(everything, {"openclaw": {"sandbox": {"available": true}}}), {}, found)
	effects(openclaw.reasons) == {"allow"} with input as document(careful, {}, ls)
}
