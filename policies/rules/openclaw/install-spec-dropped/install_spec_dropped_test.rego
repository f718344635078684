package skillctl.rules.openclaw["install-spec-dropped_test"]

import data.skillctl.rules.openclaw["install-spec-dropped"] as rule

spec(kind, status, field) := {"skill": {"openclaw": {"install": [{
	"kind": kind,
	"status": status,
	"field": field,
	"reason": "why",
	"path": ["metadata", "openclaw", "install", 0],
}]}}}

test_fires_with_the_reason if {
	some finding in rule.findings with input as spec("apt", "dropped", "kind")
	contains(finding.message, "why")
	finding.at.path == ["metadata", "openclaw", "install", 0, "kind"]
}

test_hints_at_the_right_kind if {
	some finding in rule.findings with input as spec("npm", "dropped", "kind")
	finding.hint == "write kind: node"
}

test_silent_when_kept if {
	count(rule.findings) == 0 with input as spec("brew", "ok", "")
}
