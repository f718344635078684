package skillctl.rules["install-policy"]["outside-trusted-dirs_test"]

import data.skillctl.rules["install-policy"]["outside-trusted-dirs"] as rule

policy(value) := {"config": {"kind": "openclaw", "value": {"security": {"installPolicy": value}}}}

exec(command, dirs) := policy({"enabled": true, "exec": {"source": "exec", "command": command, "trustedDirs": dirs}})

test_fires if {
	count(rule.findings) == 1 with input as exec("/usr/local/bin/skillctl", ["/opt/tools", "/usr/local/binary"])
}

test_silent_inside if {
	count(rule.findings) == 0 with input as exec("/usr/local/bin/skillctl", ["/usr/local/bin/"])
}

test_silent_without_a_list if {
	count(rule.findings) == 0 with input as exec("/usr/local/bin/skillctl", [])
}

test_silent_on_homes if {
	count(rule.findings) == 0 with input as exec("/home/me/bin/skillctl", ["~/bin"])
}
