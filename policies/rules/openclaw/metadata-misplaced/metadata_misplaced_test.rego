package skillctl.rules.openclaw["metadata-misplaced_test"]

import data.skillctl.rules.openclaw["metadata-misplaced"] as rule

stray(block, hosts) := {"hosts": hosts, "skill": {"openclaw": {"metadata": {"state": "other", "mentions": false, "stray": [block]}}}}

test_fires_on_another_name if {
	found := rule.findings with input as stray({"path": ["metadata", "clawdis"], "name": "clawdis", "gates": ["requires.bins"]}, [])
	count(found) == 1
	some finding in found
	finding.severity == "medium"
	contains(finding.message, "metadata.clawdis: requires.bins")
}

test_low_without_gates if {
	some finding in rule.findings with input as stray({"path": ["openclaw"], "name": "openclaw", "gates": []}, [])
	finding.severity == "low"
}

test_fires_on_requires_for_openclaw if {
	some finding in rule.findings with input as stray({"path": ["requires"], "name": "requires", "gates": ["requires.bins"]}, ["openclaw"])
	contains(finding.hint, "metadata.openclaw.requires")
}

test_silent_on_requires_of_other_hosts if {
	count(rule.findings) == 0 with input as stray({"path": ["requires"], "name": "requires", "gates": ["requires.bins"]}, [])
}
