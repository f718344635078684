package skillctl.rules.config["parse-error_test"]

import data.skillctl.rules.config["parse-error"] as rule

failed(kind) := {"config": {"error": {"kind": kind, "message": "a brace is missing", "file": "openclaw.json", "span": {"start": {"line": 1}}}}}

test_fires if {
	some finding in rule.findings with input as failed("syntax")
	contains(finding.message, "a brace is missing")
}

test_silent_on_includes if {
	count(rule.findings) == 0 with input as failed("include")
}

test_silent_when_read if {
	count(rule.findings) == 0 with input as {"config": {"value": {}}}
}
