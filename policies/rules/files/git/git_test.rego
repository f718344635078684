package skillctl.rules.files.git_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.files.git as rule

part(facts) := object.union({"file": "x", "kind": "config", "own": false, "target": "", "inside": false, "settings": [], "problem": ""}, facts)

given(facts) := skilltest.with_facts(skilltest.having({}), {"git": [part(facts)]})

# The severity of each finding, "high" where the rule says nothing else.
severities(facts) := {object.get(finding, "severity", "high") | some finding in found} if found := rule.findings with input as given(facts)

setting(section, subsection, key, value) := severities({"own": true, "settings": [{"section": section, "subsection": subsection, "key": key, "value": value, "line": 2}]})

test_fires_on_own_folder_is_low if severities({"kind": "store", "own": true, "file": ".git"}) == {"low"}

test_silent_on_own_pointer if severities({"kind": "pointer", "own": true, "target": "/srv/git/worktrees/x"}) == set()

test_fires_on_pointer_into_the_package if severities({"kind": "pointer", "own": true, "inside": true, "target": "data"}) == {"high"}

test_fires_on_foreign if {
	every kind in ["store", "alike", "pointer", "repository"] {
		severities({"kind": kind}) == {"high"}
	}
}

test_fires_on_common if severities({"kind": "common", "own": true, "target": "../data"}) == {"high"}

test_fires_on_hook if severities({"kind": "hook", "own": true, "file": ".git/hooks/pre-commit"}) == {"high"}

test_fires_on_todo if severities({"kind": "todo", "own": true}) == {"high"}

test_fires_on_broken_settings if severities({"own": true, "problem": "a section has no end"}) == {"high"}

test_fires_on_settings_that_name_code if {
	every s in [
		["core", "", "fsmonitor", "sh x"], ["core", "", "sshcommand", "x"], ["core", "", "hookspath", "scripts"], ["include", "", "path", "../.gitconfig"],
		["includeif", "gitdir:/", "path", "x"], ["filter", "x", "smudge", "sh x"], ["filter", "lfs", "clean", "git-lfs clean -- %f; x"],
		["alias", "", "st", "!sh x"], ["alias", "st", "command", "!sh x"], ["pager", "", "log", "sh x"], ["credential", "", "helper", "!x"],
		["credential", "https://example.com", "helper", "/tmp/x"], ["remote", "origin", "url", "ext::sh -c x"], ["remote", "origin", "url", "-x"],
		["submodule", "a", "url", "ext::sh -c x"], ["submodule", "a", "url", "--upload-pack=x"], ["submodule", "a", "update", "!sh x"],
		["submodule", "-a", "path", "a"], ["submodule", "../../hooks", "path", "a"], ["submodule", "a", "path", "-a"], ["diff", "", "external", "x"],
		["diff", "x", "textconv", "x"], ["gpg", "ssh", "program", "x"], ["hook", "x", "command", "x"], ["url", "ext::x", "insteadof", "x"],
		["core", "", "worktree", "/home/x"], ["lfs", "customtransfer.x", "path", "x"], ["lfs", "extension.x", "clean", "x"],
		["gpg", "ssh", "defaultkeycommand", "x"], ["remote", "origin", "url", "ssh://-x"], ["remote", "origin", "url", "other://x"],
		["remote", "origin", "url", "-x@server:x"],
	] {
		setting(s[0], s[1], s[2], s[3]) == {"high"}
	}
}

test_silent_on_settings_that_do_not if {
	every s in [
		["core", "", "bare", "false"], ["core", "", "fsmonitor", "true"], ["core", "", "fsmonitor", "false"], ["alias", "", "st", "status -s"],
		["pager", "", "log", "false"], ["credential", "", "helper", "store"], ["credential", "https://example.com", "helper", ""],
		["remote", "origin", "url", "https://example.com/x.git"], ["remote", "origin", "url", "git@example.com:x/y.git"],
		["remote", "origin", "fetch", "+refs/heads/*:refs/remotes/origin/*"], ["branch", "main", "merge", "refs/heads/main"],
		["filter", "lfs", "clean", "git-lfs clean -- %f"], ["submodule", "fonts", "url", "../fonts.git"], ["submodule", "fonts", "update", "rebase"],
		["core", "", "worktree", "../../../fonts"], ["", "", "x", "1"], ["core", "", "hookspath", "/dev/null"],
		["filter", "lfs", "smudge", "git-lfs smudge --skip -- %f"], ["remote", "origin", "url", "server:x.git"], ["remote", "origin", "url", "org-1@server:/x/y"], ["color", "", "ui", "auto"],
	] {
		setting(s[0], s[1], s[2], s[3]) == set()
	}
}

test_fires_on_unknown_is_said_and_no_more if setting("gitbutler", "", "aimodel", "x") == {"low"}

test_fires_on_archive if {
	doc := skilltest.with_facts(skilltest.having({}), {"files": [{"path": "a.tar", "content": {"class": "archive", "archive": {"git": ["a/.git"]}}}]})
	some finding in rule.findings with input as doc
	contains(finding.message, "a/.git")
}

test_silent_without_any if count(rule.findings) == 0 with input as skilltest.having({})

test_fires_on_mercurial if {
	doc := skilltest.with_facts(skilltest.having({}), {"files": [{"path": ".hg/hgrc"}]})
	{finding.severity | some finding in rule.findings} == {"medium"} with input as doc
}

test_asks_about_broken_modules if severities({"kind": "modules", "problem": "a section has no end"}) == {"medium"}

# A row names kinds that are described; "inside" is a place, which Go looks for.
test_kinds_are_described if {
	table := data.skillctl.tables.git
	every _, row in table.settings {
		every kind in [object.get(row, "data", "word"), object.get(row, "keep", "word")] {
			kind in (object.keys(table.values) | {"inside"})
		}
	}
}
