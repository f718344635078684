package skillctl.rules.sandbox["image-unpinned_test"]

import data.skillctl.rules.sandbox["image-unpinned"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

test_fires_medium_on_latest if {
	some finding in rule.findings with input as {"config": {"kind": "codeexec", "value": {"skills": {"codeExec": {"sandbox": {"image": "tools/sandbox:latest"}}}}}}
	finding.severity == "medium"
	finding.at.path == ["skills", "codeExec", "sandbox", "image"]
}

test_fires_medium_without_a_tag if {
	some finding in rule.findings with input as {"config": {"kind": "zeroclaw", "value": {"runtime": {"docker": {"image": "registry:5000/alpine"}}}}}
	finding.severity == "medium"
}

test_fires_low_on_other_tags if {
	some finding in rule.findings with input as sandbox({"docker": {"image": "debian:12"}})
	finding.severity == "low"
}

test_silent_on_digests if {
	count(rule.findings) == 0 with input as sandbox({"docker": {"image": "debian:12@sha256:0123"}})
}
