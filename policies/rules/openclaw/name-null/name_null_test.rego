package skillctl.rules.openclaw["name-null_test"]

import data.skillctl.rules.openclaw["name-null"] as rule

named(type, from, hosts) := {"hosts": hosts, "skill": {
	"dir": "demo",
	"front": {"fields": {"name": {"type": type}}},
	"openclaw": {"name": "null", "nameFrom": from, "metadata": {"state": "absent", "mentions": false, "stray": []}},
}}

test_fires if {
	some finding in rule.findings with input as named("null", "front", ["openclaw"])
	finding.severity == "medium"
	contains(finding.hint, "demo")
}

test_info_where_openclaw_might_load_it if {
	some finding in rule.findings with input as object.union(named("null", "front", []), {"likely": ["openclaw"]})
	finding.severity == "info"
}

test_silent_where_nobody_speaks_of_openclaw if {
	count(rule.findings) == 0 with input as named("null", "front", [])
}

test_silent_on_names if {
	count(rule.findings) == 0 with input as named("string", "front", ["openclaw"])
}

test_silent_when_the_folder_names_it if {
	count(rule.findings) == 0 with input as named("null", "dir", ["openclaw"])
}
