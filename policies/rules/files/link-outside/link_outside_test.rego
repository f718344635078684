package skillctl.rules.files["link-outside_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["link-outside"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

test_fires_on_link_out if {
	some finding in rule.findings with input as given([file("a", {"type": "symlink", "link": {"target": "../b", "inside": false, "exists": false, "loop": false}})])
	contains(finding.message, `"../b"`)
}

test_fires_low_on_dangling_and_loop if {
	found := rule.findings with input as given([
		file("a", {"type": "symlink", "link": {"target": "b", "inside": true, "exists": false, "loop": false}}),
		file("c", {"type": "symlink", "link": {"target": "c", "inside": true, "exists": false, "loop": true}}),
	])
	{finding.severity | some finding in found} == {"low"}
	count(found) == 2
}

test_fires_on_archive_links if {
	some finding in rule.findings with input as given([file("a.tar", {"content": {"class": "archive", "archive": {"linksOut": ["x -> /etc"]}}})])
	contains(finding.message, "x -> /etc")
}

test_fires_on_hard_link if {
	some finding in rule.findings with input as given([file("a", {"nlink": 2, "digest": "sha256:1"})])
	finding.confidence == "low"
	endswith(finding.message, "has 2 names, and one of them is outside the package")
}

test_silent_on_hard_links_inside if {
	count(rule.findings) == 0 with input as given([file("a", {"nlink": 2, "digest": "sha256:1"}), file("b", {"nlink": 2, "digest": "sha256:1"})])
}

test_silent_on_link_inside if {
	count(rule.findings) == 0 with input as given([file("a", {"type": "symlink", "link": {"target": "b", "inside": true, "exists": true, "loop": false}})])
}

test_silent_on_what_a_project_has_elsewhere if {
	unit := given([file("CLAUDE.md", {"type": "symlink", "link": {"target": "docs/x.md", "inside": true, "exists": false, "loop": false}})])
	count(rule.findings) == 0 with input as json.patch(unit, [{"op": "add", "path": "/skill/project", "value": true}])
}
