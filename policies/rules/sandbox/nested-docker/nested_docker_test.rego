package skillctl.rules.sandbox["nested-docker_test"]

import data.skillctl.rules.sandbox["nested-docker"] as rule

config(kind, backend) := {"config": {"kind": "zeroclaw", "value": {"runtime": {"kind": kind}, "risk_profiles": {"default": {"sandbox_backend": backend}}}}}

test_fires if {
	count(rule.findings) == 1 with input as config("docker", "docker")
}

test_silent_on_the_host if {
	count(rule.findings) == 0 with input as config("native", "docker")
}

test_silent_with_another_sandbox if {
	count(rule.findings) == 0 with input as config("docker", "landlock")
}
