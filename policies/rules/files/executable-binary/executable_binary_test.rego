package skillctl.rules.files["executable-binary_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["executable-binary"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

test_fires_on_binary if {
	some finding in rule.findings with input as given([file("bin/tool", {"content": {"class": "executable", "type": "elf"}})])
	contains(finding.message, "a Linux program")
}

test_fires_on_unnamed_type if {
	some finding in rule.findings with input as given([file("x", {"content": {"class": "executable", "type": "new"}})])
	contains(finding.message, "executable (new)")
}

test_fires_on_archived_binary if {
	some finding in rule.findings with input as given([file("a.zip", {"content": {"class": "archive", "type": "zip", "archive": {"executables": ["b"]}}})])
	endswith(finding.message, ": b")
}

test_silent_on_script if {
	count(rule.findings) == 0 with input as given([file("a.py", {"content": {"class": "script", "type": "python"}})])
}
