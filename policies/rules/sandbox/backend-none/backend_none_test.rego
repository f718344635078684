package skillctl.rules.sandbox["backend-none_test"]

import data.skillctl.rules.sandbox["backend-none"] as rule

config(profile, kind) := {"config": {"kind": "zeroclaw", "value": {"runtime": {"kind": kind}, "risk_profiles": {"default": profile}}}}

test_fires_on_none if {
	some finding in rule.findings with input as config({"sandbox_backend": "none"}, "native")
	finding.at.path == ["risk_profiles", "default", "sandbox_backend"]
}

test_fires_when_off if {
	some finding in rule.findings with input as config({"sandbox_enabled": false, "sandbox_backend": "none"}, "native")
	finding.at.path == ["risk_profiles", "default", "sandbox_enabled"]
}

test_silent_in_a_container if {
	count(rule.findings) == 0 with input as config({"sandbox_backend": "none"}, "docker")
}

test_silent_on_a_sandbox if {
	count(rule.findings) == 0 with input as config({"sandbox_backend": "landlock"}, "native")
}
