package skillctl.rules.openclaw["bin-path_test"]

import data.skillctl.rules.openclaw["bin-path"] as rule

requires(bins, any_bins) := {"skill": {"openclaw": {"metadata": {"path": ["metadata", "openclaw"]}, "requires": {"bins": bins, "anyBins": any_bins}}}}

test_fires_on_an_absolute_path if {
	some finding in rule.findings with input as requires(["/bin/sh"], [])
	finding.hint == "write only the name: sh"
	finding.at.path == ["metadata", "openclaw", "requires", "bins"]
}

test_fires_on_any_bins if {
	some finding in rule.findings with input as requires([], ["C:\\tools\\git.exe", "git"])
	finding.hint == "write only the name: git.exe"
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as requires(["git", "python3.12"], ["c++"])
}
