package skillctl.rules.files["type-mismatch_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["type-mismatch"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

content(facts) := given([file("a", {"content": object.union({"class": "text", "type": "utf-8", "fits": true}, facts)})])

severities(doc) := {finding.severity | some finding in found} if found := rule.findings with input as doc

test_fires_on_disguised_program if {
	severities(content({"class": "executable", "type": "elf", "fits": false, "expected": {"class": "image", "types": ["png"]}})) == {"high"}
}

test_fires_on_script_in_image if {
	severities(content({"class": "script", "type": "shell", "fits": false, "expected": {"class": "image", "types": ["png"]}})) == {"high"}
}

test_fires_medium_on_script_in_text if {
	severities(content({"class": "script", "type": "shell", "fits": false, "expected": {"class": "text"}})) == {"medium"}
}

test_fires_on_script_that_is_none if {
	severities(content({"class": "data", "type": "binary", "fits": false, "expected": {"class": "script", "types": ["python"]}})) == {"high"}
}

test_fires_low_on_wrong_picture if {
	severities(content({"class": "image", "type": "jpeg", "fits": false, "expected": {"class": "image", "types": ["png"]}})) == {"low"}
}

test_fires_low_on_wrong_archive if {
	severities(content({"class": "archive", "type": "gzip", "fits": false, "expected": {"class": "archive", "types": ["zip"]}})) == {"low"}
}

test_fires_on_hidden_archive if {
	some finding in rule.findings with input as content({"class": "image", "type": "png", "embedded": [{"type": "zip", "offset": 70}]})
	contains(finding.message, "from byte 70 on it is a ZIP archive")
}

test_fires_on_payload if {
	some finding in rule.findings with input as content({"class": "script", "type": "shell", "embedded": [{"type": "binary", "offset": 70}]})
	contains(finding.message, "continues with binary data")
}

test_fires_low_on_trailing_bytes if severities(content({"class": "image", "type": "png", "trailing": 5000})) == {"low"}

test_fires_on_programs_in_documents if {
	some finding in rule.findings with input as content({"class": "document", "type": "ooxml", "archive": {"executables": ["word/a.exe"]}})
	endswith(finding.message, ": word/a.exe")
}

test_silent_when_it_fits if count(rule.findings) == 0 with input as content({"expected": {"class": "text"}})

test_silent_on_few_trailing_bytes if count(rule.findings) == 0 with input as content({"class": "image", "type": "png", "trailing": 100})
