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

test_silent_on_absent_content if count(rule.findings) == 0 with input as gaps([{"file": "a", "reason": "absent", "detail": "x"}])

test_silent_when_complete if count(rule.findings) == 0 with input as skilltest.having({})
