package skillctl.rules.openclaw["dir-relative_test"]

import data.skillctl.rules.openclaw["dir-relative"] as rule

load(entry) := {"config": {"kind": "openclaw", "value": {"skills": {"load": {"extraDirs": [entry]}}}}}

test_fires if {
	some finding in rule.findings with input as load("./skills")
	finding.at.path == ["skills", "load", "extraDirs", 0]
}

test_silent_on_absolute_paths if {
	every entry in ["/srv/skills", "~/skills", "C:\\skills", "${HOME}/skills"] {
		count(rule.findings) == 0 with input as load(entry)
	}
}
