package skillctl.rules.openclaw["manifest-hardlinked_test"]

import data.skillctl.rules.openclaw["manifest-hardlinked"] as rule

linked(nlink, hosts) := {"hosts": hosts, "skill": {"manifest": {"file": "SKILL.md", "type": "regular", "nlink": nlink}}}

test_fires if {
	some finding in rule.findings with input as linked(2, ["openclaw"])
	finding.severity == "medium"
}

test_info_where_openclaw_might_load_it if {
	some finding in rule.findings with input as object.union(linked(2, []), {"likely": ["openclaw"]})
	finding.severity == "info"
}

test_silent_where_nobody_speaks_of_openclaw if {
	count(rule.findings) == 0 with input as linked(2, [])
}

test_silent_on_one_name if {
	count(rule.findings) == 0 with input as linked(1, ["openclaw"])
}
