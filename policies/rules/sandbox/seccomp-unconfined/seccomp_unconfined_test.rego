package skillctl.rules.sandbox["seccomp-unconfined_test"]

import data.skillctl.rules.sandbox["seccomp-unconfined"] as rule

seccomp(value) := {"config": {"kind": "codeexec", "value": {"skills": {"codeExec": {"sandbox": {"seccomp": value}}}}}}

test_fires if {
	some finding in rule.findings with input as seccomp("Unconfined")
	finding.at.path == ["skills", "codeExec", "sandbox", "seccomp"]
}

test_silent_on_a_profile if {
	count(rule.findings) == 0 with input as seccomp("/etc/skillctl/seccomp.json")
}
