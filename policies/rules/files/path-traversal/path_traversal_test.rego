package skillctl.rules.files["path-traversal_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["path-traversal"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

test_fires_on_archive_names if {
	doc := given([file("a.zip", {"content": {"class": "archive", "archive": {"traversal": ["../x", "/etc/y"]}}})])
	some finding in rule.findings with input as doc
	finding.at.file == "a.zip"
	contains(finding.message, "../x, /etc/y")
}

link(facts) := object.union({"target": "/etc/passwd", "file": "SKILL.md", "span": skilltest.span(12), "kind": "absolute", "locus": "instruction"}, facts)

linked(facts) := skilltest.with_facts(skilltest.having({}), {"body": {"links": [link(facts)]}})

test_fires_low_on_absolute_links if {
	some finding in rule.findings with input as linked({})
	finding.severity == "low"
}

test_fires_on_drives if count(rule.findings) == 1 with input as linked({"kind": "windows", "target": `C:\a.md`})

test_silent_on_backslashes if count(rule.findings) == 0 with input as linked({"kind": "windows", "target": `docs\a.md`})

test_silent_in_examples if count(rule.findings) == 0 with input as linked({"locus": "example"})

test_silent_on_relative_links if count(rule.findings) == 0 with input as linked({"kind": "relative", "target": "a.md"})

test_silent_on_harmless_archives if {
	count(rule.findings) == 0 with input as given([file("a.zip", {"content": {"class": "archive", "archive": {"entries": 1}}})])
}
