package skillctl.rules.openclaw["manifest-case_test"]

import data.skillctl.rules.openclaw["manifest-case"] as rule

folder(file, hosts) := {"hosts": hosts, "skill": {"manifest": {"file": file, "lookalikes": ["skill.md"]}}}

test_fires if {
	some finding in rule.findings with input as folder("", ["openclaw"])
	finding.at.file == "skill.md"
}

test_silent_for_other_hosts if {
	count(rule.findings) == 0 with input as folder("", ["claude"])
}

test_silent_beside_a_manifest if {
	count(rule.findings) == 0 with input as folder("SKILL.md", ["openclaw"])
}
