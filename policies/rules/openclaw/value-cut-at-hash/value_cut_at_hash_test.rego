package skillctl.rules.openclaw["value-cut-at-hash_test"]

import data.skillctl.rules.openclaw["value-cut-at-hash"] as rule

commented(key) := {"skill": {
	"front": {"fields": {key: {"value": "Track issue", "span": {"start": {"line": 3}, "end": {"line": 3}}}}},
	"openclaw": {"comments": [{"key": key, "text": "#42 and more", "span": {"start": {"line": 3}, "end": {"line": 3, "col": 40}}}]},
}}

test_fires_on_the_description if {
	some finding in rule.findings with input as commented("description")
	finding.fix.edits[0].text == `"Track issue #42 and more"`
	finding.fix.edits[0].at.span.end.col == 40
}

test_silent_on_other_keys if {
	count(rule.findings) == 0 with input as commented("license")
}

test_silent_without_comments if {
	count(rule.findings) == 0 with input as {"skill": {"openclaw": {"comments": []}}}
}
