package skillctl.rules.openclaw["no-skill-loads_test"]

import data.skillctl.rules.openclaw["no-skill-loads"] as rule

limit(bytes) := {"config": {"kind": "openclaw", "value": {"skills": {"limits": {"maxSkillFileBytes": bytes}}}}}

test_fires_at_zero if {
	count(rule.findings) == 1 with input as limit(0)
}

test_silent_above if {
	count(rule.findings) == 0 with input as limit(1)
}
