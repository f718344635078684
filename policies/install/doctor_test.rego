package skillctl.install_test

probed := without(
	asked({
		"request": {"origin": {"type": "doctor"}, "target": {"name": "doctor-install-policy-probe"}, "action": {"specifier": "doctor:install-policy-probe"}},
		"facts": {"empty": true, "files": [], "skills": [], "counts": {"files": 0, "bytes": 0}},
	}),
	["request/skill", "request/source"],
)

test_probe_is_answered_as_what_it_is if {
	decided(probed) == "allow"
	decided(object.union(probed, {"request": {"target": {"type": "plugin"}, "action": {"kind": "plugin-dir"}}})) == "allow"
}

test_probe_that_brings_something if {
	every changes in [
		{"facts": {"empty": false, "files": [regular("SKILL.md")]}}, {"facts": {"found": "file", "empty": false}},
		{"facts": {"found": "missing", "empty": false}}, {"request": {"path": false}}, {"request": {"skill": {"installId": "path"}}},
		{"request": {"plugin": {"content": "package"}}}, {"facts": {"gaps": [{"file": ".", "reason": "r", "detail": "d"}]}},
	] {
		document := object.union(probed, changes)
		decided(document) == "deny"
		objections(document) == {"install/doctor/content"}
	}
}

# Who is not a probe is judged like everybody.
test_probe_by_name_alone if {
	decided(object.union(probed, {"request": {"origin": {"type": "path"}}})) == "deny"
}
