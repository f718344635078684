package skillctl.rules.openclaw["download-unverified_test"]

import data.skillctl.rules.openclaw["download-unverified"] as rule

spec(target, hashed) := {"skill": {"openclaw": {"install": [{"kind": "download", "target": target, "status": "ok", "hashed": hashed, "path": ["metadata"]}]}}}

test_medium_over_http if {
	some finding in rule.findings with input as spec("http://example.com/a.zip", false)
	finding.severity == "medium"
}

test_fires_without_a_checksum if {
	found := rule.findings with input as spec("https://example.com/a.zip", false)
	count(found) == 1
	some finding in found
	not finding.severity
}

test_silent_with_a_checksum if {
	count(rule.findings) == 0 with input as spec("http://example.com/a.zip", true)
}
