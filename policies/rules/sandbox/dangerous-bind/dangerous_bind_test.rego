package skillctl.rules.sandbox["dangerous-bind_test"]

import data.skillctl.rules.sandbox["dangerous-bind"] as rule

sandbox(value) := {"config": {"kind": "openclaw", "value": {"agents": {"defaults": {"sandbox": value}}}}}

bind(text) := sandbox({"mode": "all", "docker": {"binds": [text]}})

test_fires_on_what_opens_the_host if {
	every text in [
		"/:/host",
		"/var/run/docker.sock:/var/run/docker.sock",
		"/etc:/etc:ro",
		"/etc/ssl/:/ssl",
		"/var:/data",
		"/home/me/.ssh:/keys:ro",
		"/home/me:/me",
		"/home:/homes",
		"~/.aws:/aws",
	] {
		count(rule.findings) == 1 with input as bind(text)
	}
}

test_names_the_place if {
	some finding in rule.findings with input as bind("/etc:/etc")
	finding.at.path == ["agents", "defaults", "sandbox", "docker", "binds", 0]
}

test_silent_on_other_folders if {
	every text in ["/opt/data:/data:ro", "/home/me/project:/project", "/etcetera:/x", "/srv/runs:/runs"] {
		count(rule.findings) == 0 with input as bind(text)
	}
}
