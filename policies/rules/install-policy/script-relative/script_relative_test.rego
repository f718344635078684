package skillctl.rules["install-policy"]["script-relative_test"]

import data.skillctl.rules["install-policy"]["script-relative"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

exec(command, args) := policy({"enabled": true, "exec": {"source": "exec", "command": command, "args": args}})

test_fires_on_a_relative_script if {
	some finding in rule.findings with input as exec("/usr/bin/node", ["policy.mjs"])
	finding.at.path == ["security", "installPolicy", "exec", "args", 0]
}

test_fires_on_an_option_with_a_path if {
	count(rule.findings) == 1 with input as exec("/usr/bin/node", ["--import=./x.mjs", "/opt/policy.mjs"])
}

test_silent_on_absolute_scripts if {
	count(rule.findings) == 0 with input as exec("/usr/bin/python3", ["-I", "/opt/policy.py", "strict"])
}

test_silent_on_other_programs if {
	count(rule.findings) == 0 with input as exec("/usr/local/bin/skillctl", ["gate", "policy.rego"])
}
