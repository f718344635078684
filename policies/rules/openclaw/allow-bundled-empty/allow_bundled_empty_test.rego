package skillctl.rules.openclaw["allow-bundled-empty_test"]

import data.skillctl.rules.openclaw["allow-bundled-empty"] as rule

allowed(names) := {"config": {"kind": "openclaw", "value": {"skills": {"allowBundled": names}}}}

test_fires_on_an_empty_list if {
	count(rule.findings) == 1 with input as allowed([])
}

test_fires_on_blanks if {
	count(rule.findings) == 1 with input as allowed([" "])
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as allowed(["github"])
}

test_silent_elsewhere if {
	count(rule.findings) == 0 with input as {"config": {"kind": "codeexec", "value": {"skills": {"allowBundled": []}}}}
}
