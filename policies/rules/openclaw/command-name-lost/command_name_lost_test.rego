package skillctl.rules.openclaw["command-name-lost_test"]

import data.skillctl.rules.openclaw["command-name-lost"] as rule

named(from, invocable, hosts) := {"hosts": hosts, "skill": {"openclaw": {
	"name": "x",
	"command": "skill",
	"commandFrom": from,
	"userInvocable": invocable,
	"metadata": {"state": "absent", "mentions": false, "stray": []},
}}}

test_fires_on_a_name_without_letters if {
	some finding in rule.findings with input as named("fallback", true, ["openclaw"])
	finding.severity == "low"
}

test_info_on_a_long_name if {
	some finding in rule.findings with input as named("cut", true, ["openclaw"])
	finding.severity == "info"
}

test_silent_on_a_long_name_for_others if {
	count(rule.findings) == 0 with input as named("cut", true, [])
}

test_silent_when_users_cannot_call_it if {
	count(rule.findings) == 0 with input as named("fallback", false, ["openclaw"])
}

test_silent_on_usual_names if {
	count(rule.findings) == 0 with input as named("name", true, ["openclaw"])
}
