package skillctl.rules.coverage.unread_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.coverage.unread as rule

gaps(list) := skilltest.with_facts(skilltest.having({}), {"coverage": {"complete": false, "gaps": list}})

test_fires_on_gap if {
	some finding in rule.findings with input as gaps([{"file": "a.bin", "reason": "file-size", "detail": "9 bytes long"}])
	finding.message == "not everything was read: 9 bytes long"
	finding.at.file == "a.bin"
}

test_fires_on_the_folder_itself if {
	some finding in rule.findings with input as gaps([{"file": ".", "reason": "depth", "detail": "too deep"}])
	finding.at == {}
}

test_fires_low_on_unknown_binary if {
	doc := skilltest.with_facts(skilltest.having({}), {"files": [{"path": "a.bin", "content": {"class": "data", "type": "binary", "fits": true}}]})
	{finding.severity | some finding in rule.findings} == {"low"} with input as doc
}

test_advises_by_reason if {
	some finding in rule.findings with input as gaps([{"file": "a", "reason": "encoding", "detail": "not UTF-8"}])
	finding.hint == "save the file as UTF-8"
}

test_advises_to_shorten_what_is_beyond_a_limit if {
	some finding in rule.findings with input as gaps([{"file": "a", "reason": "code", "detail": "too many sentences"}])
	startswith(finding.hint, "shorten the text, or split the skill in two")
}

test_silent_on_absent_content if count(rule.findings) == 0 with input as gaps([{"file": "a", "reason": "absent", "detail": "x"}])

test_silent_when_complete if count(rule.findings) == 0 with input as skilltest.having({})

severities(gap, files) := found if {
	doc := skilltest.with_facts(skilltest.having({}), {
		"coverage": {"complete": false, "gaps": [object.union({"file": "a", "reason": "file-size", "detail": "x"}, gap)]},
		"files": files,
	})
	found := {finding.severity | some finding in rule.findings} with input as doc
}

of_class(class) := [{"path": "a", "type": "regular", "content": {"class": class, "type": "x", "fits": true}}]

test_blocks_where_rules_about_attacks_were_not_judged if {
	severities({"file": ".", "reason": "rules", "rules": ["spec/keys", "exf/secret-upload"]}, []) == {"high"}
	severities({"file": ".", "reason": "rules", "rules": ["spec/keys", "zeroclaw/shape"]}, []) == {"medium"}
}

test_asks_about_data if {
	every class in ["text", "image", "archive", "document"] {
		severities({}, of_class(class)) == {"medium"}
	}
	severities({"reason": "total-size"}, []) == {"medium"}
}

test_blocks_what_counts if {
	severities({}, of_class("script")) == {"high"}
	severities({"file": "SKILL.md", "reason": "code"}, []) == {"high"}
	severities({"file": ".", "reason": "unreadable"}, []) == {"high"}
	severities({"reason": "unreadable"}, []) == {"medium"}
	every reason in ["depth", "path", "outside", "file-type"] {
		severities({"reason": reason}, []) == {"high"}
	}
}

test_blocks_where_one_of_many_is_a_program if {
	severities({"file": ".", "reason": "code", "files": ["b", "a"]}, of_class("script")) == {"high"}
	severities({"file": ".", "reason": "code", "files": ["b", "c"]}, of_class("script")) == {"medium"}
}

test_blocks_what_is_run if {
	doc := skilltest.with_facts(skilltest.having({}), {"coverage": {"complete": false, "gaps": [{"file": "a", "reason": "code", "detail": "x"}]}})
	every case in [["python", "high"], ["dockerfile", "medium"]] {
		run := skilltest.with_facts(doc, {"body": object.union(doc.skill.body, {"uses": [{"file": "a", "language": case[0]}]})})
		{finding.severity | some finding in rule.findings} == {case[1]} with input as run
	}
}
