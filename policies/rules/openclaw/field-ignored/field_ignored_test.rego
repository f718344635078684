package skillctl.rules.openclaw["field-ignored_test"]

import data.skillctl.rules.openclaw["field-ignored"] as rule

odd(field, path, got, want) := {"skill": {"openclaw": {"misfits": [{"field": field, "path": path, "got": got, "want": want, "text": "x"}]}}}

test_fires_on_always_in_quotes if {
	some finding in rule.findings with input as odd("always", ["metadata", "openclaw", "always"], "string", "boolean")
	contains(finding.message, "the requirements count")
	finding.severity == "medium"
}

test_low_for_looks if {
	some finding in rule.findings with input as odd("emoji", ["metadata", "openclaw", "emoji"], "number", "string")
	finding.severity == "low"
}

test_fires_on_an_item_that_is_no_string if {
	some finding in rule.findings with input as odd("requires.config", ["metadata", "openclaw", "requires", "config", 0], "object", "string")
	contains(finding.message, "[object Object]")
}

test_silent_without_misfits if {
	count(rule.findings) == 0 with input as {"skill": {"openclaw": {"misfits": []}}}
}
