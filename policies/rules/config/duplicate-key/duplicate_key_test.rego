package skillctl.rules.config["duplicate-key_test"]

import data.skillctl.rules.config["duplicate-key"] as rule

test_fires if {
	some finding in rule.findings with input as {"config": {"duplicates": [{"key": "skills", "file": "openclaw.json", "span": {"start": {"line": 1}}, "last": {"start": {"line": 9}}}]}}
	finding.related[0].at.span.start.line == 9
}

test_silent_without_duplicates if {
	count(rule.findings) == 0 with input as {"config": {"duplicates": []}}
}
