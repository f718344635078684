package skillctl.rules.openclaw["dir-missing_test"]

import data.skillctl.rules.openclaw["dir-missing"] as rule

place(type) := {"config": {"paths": [{"written": "/srv/skills", "type": type, "path": ["skills", "load", "extraDirs", 0]}]}}

test_fires_when_missing if {
	count(rule.findings) == 1 with input as place("")
}

test_fires_on_files if {
	some finding in rule.findings with input as place("file")
	finding.confidence == "high"
}

test_silent_on_folders if {
	count(rule.findings) == 0 with input as place("dir")
}

test_silent_on_workspaces if {
	count(rule.findings) == 0 with input as {"config": {"paths": [{"written": "~/w", "type": "", "path": ["agents", "defaults", "workspace"]}]}}
}
