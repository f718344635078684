package skillctl.rules.sandbox["bind-outside-roots_test"]

import data.skillctl.rules.sandbox["bind-outside-roots"] as rule

config(agents) := {"config": {"kind": "openclaw", "value": {"agents": agents}}}

test_fires_outside if {
	count(rule.findings) == 1 with input as config({"defaults": {"sandbox": {"mode": "all", "docker": {"binds": ["/opt/data:/data"]}}}})
}

test_silent_inside_a_workspace if {
	count(rule.findings) == 0 with input as config({"defaults": {"workspace": "/srv/w", "sandbox": {"docker": {"binds": ["/srv/w/data:/data"]}}}})
}

test_silent_in_the_state_folder if {
	count(rule.findings) == 0 with input as config({"defaults": {"sandbox": {"docker": {"binds": ["/home/me/.openclaw/workspace/x:/x"]}}}})
}

test_silent_when_allowed if {
	count(rule.findings) == 0 with input as config({"defaults": {"sandbox": {"docker": {"dangerouslyAllowExternalBindSources": true, "binds": ["/opt/data:/data"]}}}})
}

test_silent_where_the_other_rule_speaks if {
	count(rule.findings) == 0 with input as config({"defaults": {"sandbox": {"docker": {"binds": ["/etc:/etc"]}}}})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"binds": ["/srv/x:/x"]}}}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
