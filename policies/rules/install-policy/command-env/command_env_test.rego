package skillctl.rules["install-policy"]["command-env_test"]

import data.skillctl.rules["install-policy"]["command-env"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

command(text) := policy({"enabled": true, "exec": {"source": "exec", "command": text}})

test_fires if {
	count(rule.findings) == 1 with input as command("/usr/bin/env")
}

test_silent_on_other_programs if {
	count(rule.findings) == 0 with input as command("/opt/myenv")
}
