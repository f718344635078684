package skillctl.rules.config["wrong-value_test"]

import data.skillctl.rules.config["wrong-value"] as rule

broken(kind, code) := {"config": {"kind": kind, "violations": [{"code": code, "path": ["skills", "x"], "on": "key", "message": "what is wrong", "hint": "what to do"}]}}

test_fires if {
	some finding in rule.findings with input as broken("openclaw", "enum")
	finding.message == "what is wrong"
	finding.severity == "high"
	finding.at == {"path": ["skills", "x"], "on": "key"}
}

test_medium_where_the_host_goes_on if {
	some finding in rule.findings with input as broken("codeexec", "enum")
	finding.severity == "medium"
}

test_silent_on_other_violations if {
	count(rule.findings) == 0 with input as broken("openclaw", "something-else")
}

test_leaves_unconfined_to_its_own_rule if {
	said := object.union(
		broken("codeexec", "value").config,
		{"value": {"skills": {"x": {"seccomp": " Unconfined"}}}, "violations": [{"code": "value", "path": ["skills", "x", "seccomp"], "on": "value", "message": "m", "hint": "h"}]},
	)
	count(rule.findings) == 0 with input as {"config": said}
	other := object.union(said, {"value": {"skills": {"x": {"seccomp": "defalut"}}}})
	count(rule.findings) == 1 with input as {"config": other}
}
