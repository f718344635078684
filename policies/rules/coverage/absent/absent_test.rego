package skillctl.rules.coverage.absent_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.coverage.absent as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

pointer(path, facts) := given([file(path, {"content": {"class": "pointer", "pointer": facts}})])

test_fires_on_lfs if {
	some finding in rule.findings with input as pointer("model.bin", {"kind": "git-lfs", "target": "sha256:ab", "size": 2048})
	contains(finding.message, "(sha256:ab, 2 KB)")
}

test_fires_on_submodule if {
	some finding in rule.findings with input as pointer("sub/.git", {"kind": "git-submodule", "target": "../.git/modules/sub"})
	finding.severity == "medium"
}

test_fires_quietly_on_worktree if {
	some finding in rule.findings with input as pointer(".git", {"kind": "git-submodule", "target": "/x"})
	finding.severity == "info"
}

test_fires_on_empty_submodule if {
	some finding in rule.findings with input as given([file(".gitmodules", {}), file("vendor", {"type": "dir"})])
	contains(finding.message, `"vendor" is empty`)
}

test_silent_on_filled_submodule if {
	count(rule.findings) == 0 with input as given([file(".gitmodules", {}), file("vendor", {"type": "dir"}), file("vendor/a", {})])
}

test_silent_on_files if count(rule.findings) == 0 with input as given([file("a", {"content": {"class": "text", "type": "utf-8"}})])
