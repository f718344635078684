package skillctl.rules["install-policy"]["command-relative_test"]

import data.skillctl.rules["install-policy"]["command-relative"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

command(text) := policy({"enabled": true, "exec": {"source": "exec", "command": text}})

test_fires_on_a_name if {
	count(rule.findings) == 1 with input as command("skillctl")
}

test_fires_on_a_home if {
	some finding in rule.findings with input as command("~/bin/skillctl")
	contains(finding.hint, "~ is not expanded")
}

test_silent_on_paths if {
	every text in ["/usr/local/bin/skillctl", "C:\\tools\\skillctl.exe", "${TOOLS}/skillctl"] {
		count(rule.findings) == 0 with input as command(text)
	}
}
