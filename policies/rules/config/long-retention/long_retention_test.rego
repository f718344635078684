package skillctl.rules.config["long-retention_test"]

import data.skillctl.rules.config["long-retention"] as rule

found(kind, value) := {finding |
	some finding in rule.findings with input as {
		"config": {"kind": kind, "value": value},
		"options": {"config/long-retention": {"max": 400}},
	}
}

code_exec(audit) := found("codeexec", {"skills": {"codeExec": {"audit": audit}}})

test_fires if {
	some finding in code_exec({"logCode": true, "logOutput": true, "retentionDays": 3650})
	finding.message == "what it prints and what runs are kept for 3650 days, with the secrets in it"
	finding.at.path == ["skills", "codeExec", "audit", "retentionDays"]
}

test_fires_on_one if {
	some finding in code_exec({"logOutput": true, "retentionDays": 401})
	contains(finding.message, "what it prints is kept for 401 days")
}

test_fires_on_our_own if {
	some finding in found("skillctl", {"run": {"audit": {"logOutput": true, "retentionDays": 1000}}})
	finding.at.path == ["run", "audit", "retentionDays"]
}

test_silent_within_the_limit if count(code_exec({"logCode": true, "logOutput": true, "retentionDays": 400})) == 0

test_silent_when_neither_is_kept if count(code_exec({"logCode": false, "logOutput": false, "retentionDays": 3650})) == 0

test_silent_without_a_number if count(code_exec({"logCode": true, "retentionDays": "many"})) == 0

test_silent_on_others if count(found("openclaw", {"run": {"audit": {"logOutput": true, "retentionDays": 1000}}})) == 0
