package skillctl.rules.files["active-document_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.files["active-document"] as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

document(facts) := given([file("a", {"content": {"class": "document", "type": "x", "document": object.union({"active": [], "encrypted": false}, facts)}})])

test_fires_on_macros if {
	some finding in rule.findings with input as document({"active": ["vba-macro"]})
	contains(finding.message, "VBA macros, which run")
	not finding.severity
}

test_fires_quietly if {
	{finding.severity | some finding in rule.findings} == {"info", "medium"} with input as document({"active": ["pdf-embedded-file", "pdf-open-action"]})
}

test_fires_on_encrypted if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as document({"encrypted": true})
}

test_fires_on_pickle if {
	some finding in rule.findings with input as given([file("a.pkl", {"content": {"class": "model", "type": "pickle"}})])
	finding.severity == "medium"
}

test_every_part_has_words if {
	every part in rule.running { rule.words[part] }
	every part, _ in rule.quiet { rule.words[part] }
}

test_silent_on_plain_document if count(rule.findings) == 0 with input as document({})
