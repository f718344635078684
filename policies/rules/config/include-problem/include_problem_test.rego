package skillctl.rules.config["include-problem_test"]

import data.skillctl.rules.config["include-problem"] as rule

failed(kind) := {"config": {"error": {"kind": kind, "message": "not there", "file": "openclaw.json", "span": {"start": {"line": 1}}}}}

test_fires if {
	count(rule.findings) == 1 with input as failed("include")
}

test_silent_on_other_errors if {
	count(rule.findings) == 0 with input as failed("syntax")
}
