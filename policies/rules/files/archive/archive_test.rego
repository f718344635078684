package skillctl.rules.files.archive_test

import data.skillctl.lib.skilltest
import data.skillctl.rules.files.archive as rule

file(path, facts) := object.union({"path": path, "type": "regular", "size": 100, "mode": "0644", "exec": false, "nlink": 1, "hidden": false, "ext": "", "read": "full"}, facts)

given(files) := skilltest.with_facts(skilltest.having({}), {"files": files})

archive(facts) := given([file("a.zip", {"content": {"class": "archive", "type": "zip", "archive": object.union({"entries": 3, "unpacked": 4000, "ratio": 3, "depth": 1, "encrypted": false, "complete": true}, facts)}})])

messages(doc) := {finding.message | some finding in found} if found := rule.findings with input as doc

test_fires_on_any_archive if {
	messages(archive({})) == {"a ZIP archive with 3 entries, 3.9 KB unpacked: a review of the skill does not cover its content"}
}

test_fires_on_encrypted if {
	{finding.severity | some finding in rule.findings} == {"high"} with input as archive({"encrypted": true})
}

test_fires_on_bomb if {
	messages(archive({"ratio": 1000, "unpacked": 67108864})) == {"a ZIP archive that unpacks to 64 MB, 1000 times its size"}
}

test_fires_on_limit if {
	{finding.severity | some finding in rule.findings} == {"high"} with input as archive({"limit": "depth"})
}

test_tells_nesting if {
	some message in messages(archive({"depth": 2, "entries": 1}))
	contains(message, "1 entry, 3.9 KB unpacked, archives nested 2 deep")
}

test_silent_on_documents if {
	count(rule.findings) == 0 with input as given([file("a.docx", {"content": {"class": "document", "type": "ooxml", "archive": {"entries": 9, "unpacked": 1, "ratio": 3, "depth": 1, "encrypted": false}}})])
}
