package skillctl.rules.openclaw["switch-ignored_test"]

import data.skillctl.rules.openclaw["switch-ignored"] as rule

switch(understood, hosts) := {"hosts": hosts, "skill": {"openclaw": {
	"metadata": {"state": "absent", "mentions": false, "stray": []},
	"switches": [{"key": "user-invocable", "written": "maybe", "understood": understood, "value": true}],
}}}

test_fires if {
	some finding in rule.findings with input as switch(false, ["openclaw"])
	finding.severity == "medium"
}

test_info_where_openclaw_might_load_it if {
	some finding in rule.findings with input as object.union(switch(false, []), {"likely": ["openclaw"]})
	finding.severity == "info"
}

test_silent_where_nobody_speaks_of_openclaw if {
	count(rule.findings) == 0 with input as switch(false, [])
}

test_silent_when_understood if {
	count(rule.findings) == 0 with input as switch(true, ["openclaw"])
}
