package skillctl.rules.files["special-mode_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["special-mode"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

test_fires_on_setuid if {
	some finding in rule.findings with input as given([file("a", {"mode": "4755"})])
	startswith(finding.message, "setuid")
}

test_fires_on_setgid if {
	some finding in rule.findings with input as given([file("a", {"mode": "2755"})])
	startswith(finding.message, "setgid")
}

test_fires_on_pipe if {
	some finding in rule.findings with input as given([file("a", {"type": "fifo"})])
	startswith(finding.message, "a named pipe")
}

test_fires_on_archive if {
	found := rule.findings with input as given([file("a.tar", {"content": {"archive": {"setuid": ["su"], "devices": ["null"]}}})])
	count(found) == 2
}

test_fires_once_on_writable if {
	found := rule.findings with input as given([file("a", {"mode": "0666"}), file("b", {"mode": "0777", "type": "dir"})])
	count(found) == 1
	some finding in found
	endswith(finding.message, "a, b")
}

test_silent_on_plain_modes if count(rule.findings) == 0 with input as given([file("a", {"mode": "0755"}), file("b", {"mode": "1755", "type": "dir"})])

test_silent_on_links if count(rule.findings) == 0 with input as given([file("a", {"mode": "0777", "type": "symlink", "link": {}})])
