package skillctl.rules.openclaw["manifest-skipped_test"]

import data.skillctl.rules.openclaw["manifest-skipped"] as rule

manifest(file) := {"hosts": ["openclaw"], "skill": {"manifest": {"file": "SKILL.md", "type": file.type}, "files": [object.union({"path": "SKILL.md"}, file)]}}

test_fires_on_a_link_that_leaves if {
	some finding in rule.findings with input as manifest({"type": "symlink", "link": {"target": "../x.md", "inside": false, "exists": false}})
	contains(finding.message, "outside")
	finding.severity == "medium"
}

test_fires_on_a_link_to_nothing if {
	some finding in rule.findings with input as manifest({"type": "symlink", "link": {"target": "x.md", "inside": true, "exists": false}})
	contains(finding.message, "does not exist")
}

test_fires_on_a_folder if {
	some finding in rule.findings with input as manifest({"type": "dir"})
	contains(finding.message, "is a folder")
}

test_silent_on_a_link_inside if {
	count(rule.findings) == 0 with input as manifest({"type": "symlink", "link": {"target": "README.md", "inside": true, "exists": true}})
}

test_silent_on_a_file if {
	count(rule.findings) == 0 with input as manifest({"type": "regular"})
}
