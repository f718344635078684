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
