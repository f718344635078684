package skillctl.rules.sandbox["setup-needs-network_test"]

import data.skillctl.rules.sandbox["setup-needs-network"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

docker(value) := sandbox({"mode": "all", "docker": value})

test_fires_on_the_defaults if {
	some finding in rule.findings with input as docker({"setupCommand": "apt-get install -y jq"})
	contains(finding.message, "without network, with a read-only root")
}

test_fires_on_another_user if {
	some finding in rule.findings with input as docker({"setupCommand": ["npm i"], "network": "bridge", "readOnlyRoot": false, "user": "1000:1000"})
	contains(finding.message, "other than root")
}

test_silent_when_it_can_work if {
	count(rule.findings) == 0 with input as docker({"setupCommand": "apt-get install -y jq", "network": "bridge", "readOnlyRoot": false, "user": "0:0"})
}

test_silent_without_a_command if {
	count(rule.findings) == 0 with input as docker({"setupCommand": " "})
}

# What is missing may stand in an include that cannot be followed.
test_silent_on_what_may_stand_elsewhere if {
	lacking := {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": {"docker": {"setupCommand": "apt-get update"}}}}}}
	count(rule.findings) > 0 with input as {"config": lacking}
	count(rule.findings) == 0 with input as {"config": object.union(lacking, {"error": {"kind": "include"}})}
}
