package skillctl.rules.sandbox["browser-without-network_test"]

import data.skillctl.rules.sandbox["browser-without-network"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

test_fires if {
	count(rule.findings) == 1 with input as sandbox({"browser": {"network": " None "}})
}

test_silent_on_a_network if {
	count(rule.findings) == 0 with input as sandbox({"browser": {"network": "bridge"}})
}
