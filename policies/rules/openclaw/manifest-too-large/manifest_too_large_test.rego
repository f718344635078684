package skillctl.rules.openclaw["manifest-too-large_test"]

import data.skillctl.rules.openclaw["manifest-too-large"] as rule

sized(size) := {"hosts": ["openclaw"], "options": {"openclaw/manifest-too-large": {"max": 256000}}, "skill": {"manifest": {"file": "SKILL.md", "size": size}}}

test_fires_above_the_limit if {
	some finding in rule.findings with input as sized(256001)
	finding.severity == "medium"
}

test_silent_at_the_limit if {
	count(rule.findings) == 0 with input as sized(256000)
}
