package skillctl.rules.files["hidden-code_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["hidden-code"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

hidden(path, facts) := given([file(path, object.union({"hidden": true}, facts))])

shell := {"content": {"class": "script", "type": "shell"}}

test_fires_on_hidden_script if {
	some finding in rule.findings with input as hidden(".cache/run.sh", shell)
	contains(finding.message, "code (shell)")
}

test_fires_on_executable if {
	some finding in rule.findings with input as hidden(".x", {"exec": true, "content": {"class": "data", "type": "binary"}})
	contains(finding.message, "an executable")
}

test_fires_on_sourced if {
	some finding in rule.findings with input as hidden(".envrc", {"content": {"class": "text", "type": "utf-8"}})
	contains(finding.message, ".envrc")
}

test_silent_on_sample_hook if count(rule.findings) == 0 with input as hidden(".git/hooks/pre-commit.sample", shell)

test_silent_on_configuration if count(rule.findings) == 0 with input as hidden(".eslintrc.js", {"content": {"class": "script", "type": "javascript"}})

test_silent_on_ignore_list if count(rule.findings) == 0 with input as hidden(".gitignore", {"content": {"class": "text", "type": "utf-8"}})

test_silent_in_known_folder if count(rule.findings) == 0 with input as hidden(".github/scripts/a.sh", shell)

test_silent_when_seen if count(rule.findings) == 0 with input as given([file("scripts/a.sh", shell)])

test_silent_in_a_project if {
	unit := hidden(".claude/hooks/a.sh", shell)
	count(rule.findings) == 0 with input as json.patch(unit, [{"op": "add", "path": "/skill/project", "value": true}])
}
