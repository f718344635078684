package skillctl.rules.openclaw["metadata-discarded_test"]

import data.skillctl.rules.openclaw["metadata-discarded"] as rule

discarded(more) := {"skill": {"openclaw": {"metadata": object.union({"state": "discarded", "reason": "bad text", "mentions": true, "stray": []}, more)}}}

test_fires_with_the_gates_that_are_lost if {
	found := rule.findings with input as discarded({"lost": {"gates": ["requires.bins", "os"]}})
	count(found) == 1
	some finding in found
	finding.severity == "medium"
	contains(finding.message, "requires.bins, os")
}

test_low_when_only_looks_are_lost if {
	some finding in rule.findings with input as discarded({"lost": {"gates": []}})
	finding.severity == "low"
}

test_fires_on_text_that_names_openclaw if {
	count(rule.findings) == 1 with input as discarded({})
}

test_silent_on_metadata_of_others if {
	count(rule.findings) == 0 with input as discarded({"mentions": false})
}

test_silent_on_metadata_that_is_read if {
	count(rule.findings) == 0 with input as discarded({"state": "read"})
}
