package skillctl.rules.openclaw["install-spec-fails_test"]

import data.skillctl.rules.openclaw["install-spec-fails"] as rule

spec(kind, target, status, field) := {"skill": {"openclaw": {"install": [{
	"kind": kind,
	"target": target,
	"status": status,
	"field": field,
	"reason": "why",
	"path": ["metadata", "openclaw", "install", 1],
}]}}}

test_fires_on_a_module_without_version if {
	some finding in rule.findings with input as spec("go", "example.com/m", "runs-not", "module")
	finding.hint == "write example.com/m@v followed by the version, or @latest"
	finding.at.path == ["metadata", "openclaw", "install", 1, "module"]
}

test_fires_on_upper_case if {
	some finding in rule.findings with input as spec("brew", "JQ", "runs-not", "formula")
	finding.hint == "write jq, if the name exists in lower case"
}

test_silent_when_it_runs if {
	count(rule.findings) == 0 with input as spec("go", "example.com/m@v1.0.0", "ok", "")
}

test_silent_when_it_is_dropped if {
	count(rule.findings) == 0 with input as spec("go", "example.com/m", "dropped", "module")
}
