package skillctl.rules.coverage.linked_test

import data.skillctl.rules.coverage.linked as rule

given(facts) := {"set": {"links": [object.union({"path": "skills/x", "target": "../y", "resolved": "/srv/y", "unread": false}, facts)]}}

test_fires_on_unread_skill if {
	some finding in rule.findings with input as given({"unread": true})
	finding.at.file == "skills/x"
	contains(finding.message, "../y")
}

test_silent_on_what_was_read if count(rule.findings) == 0 with input as given({})
