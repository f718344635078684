package skillctl.rules.openclaw["env-dropped_test"]

import data.skillctl.rules.openclaw["env-dropped"] as rule

env(name) := {"config": {"kind": "openclaw", "value": {"skills": {"entries": {"demo": {"env": {name: "x"}}}}}}}

test_fires_on_loaders if {
	count(rule.findings) == 1 with input as env("NODE_OPTIONS")
}

test_fires_on_prefixes_in_any_case if {
	count(rule.findings) == 1 with input as env("ld_preload")
}

test_fires_on_names_that_no_variable_can_have if {
	some finding in rule.findings with input as env("A=B")
	contains(finding.message, "no variable can have")
}

test_silent_on_names_that_are_not_portable if {
	count(rule.findings) == 0 with input as env("api-base")
}

test_silent_on_usual_names if {
	count(rule.findings) == 0 with input as env("DEMO_REGION")
}
