package skillctl.rules.zeroclaw["missed-script_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.zeroclaw["missed-script"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

nothing := {"manifests": ["SKILL.md"], "interpreters": {}, "links": [], "toml": [], "tools": [], "patterns": [], "unreadable": [], "entries": 1, "truncated": false}

skill(files, facts) := skilltest.with_facts(skilltest.having({}), {"files": files, "zeroclaw": object.union(nothing, facts)})

chosen(doc) := skilltest.for_hosts(doc, ["zeroclaw"])

other(doc) := skilltest.for_hosts(doc, ["claude"])

test_fires_on_other_shells_and_suffixes if {
	doc := skill([file("a.psm1", {"ext": ".psm1"}), file("b", {})], {"interpreters": {"b": "busybox"}})
	{finding.at.file | some finding in rule.findings} == {"a.psm1", "b"} with input as chosen(doc)
}

test_fires_on_lines_that_are_not_read_to_the_end if {
	doc := skill([file("c", {"shebang": {"line": "/usr/bin/env A=1 bash", "program": "bash", "args": []}})], {"interpreters": {"c": "a=1"}})
	{finding.at.file | some finding in rule.findings} == {"c"} with input as chosen(doc)
}

test_silent_on_what_is_refused_anyway if {
	count(rule.findings) == 0 with input as chosen(skill([file("a.sh", {"ext": ".sh"})], {"interpreters": {"a.sh": "dash"}}))
}

test_silent_when_scripts_are_allowed if {
	doc := skilltest.with_options(chosen(skill([file("a.vbs", {"ext": ".vbs"})], {})), {"zeroclaw/script-file": {"allow_scripts": true}})
	count(rule.findings) == 0 with input as doc
}

test_silent_unless_chosen if count(rule.findings) == 0 with input as skill([file("a.vbs", {"ext": ".vbs"})], {})
