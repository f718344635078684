package skillctl.rules.openclaw["key-from-origin_test"]

import data.skillctl.rules.openclaw["key-from-origin"] as rule

keyed(from, key) := {"skill": {"openclaw": {"keyFrom": from, "key": key, "name": "demo"}}}

test_fires if {
	count(rule.findings) == 1 with input as keyed("origin", "other")
}

test_silent_when_it_is_the_name if {
	count(rule.findings) == 0 with input as keyed("origin", "demo")
}

test_silent_on_skill_keys if {
	count(rule.findings) == 0 with input as keyed("metadata", "other")
}
