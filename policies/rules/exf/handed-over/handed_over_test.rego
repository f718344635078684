package skillctl.rules.exf["handed-over_test"]

import data.skillctl.rules.exf["handed-over"] as rule

said(index, kinds, addresses) := {
	"kinds": kinds, "addresses": addresses, "sinks": [], "accounts": [], "forbids": false, "looked": false,
	"text": "It goes there.", "heading": "", "section": 1, "index": index, "file": "SKILL.md",
	"span": {"start": {"line": 10, "column": 1, "offset": 0}, "end": {"line": 10, "column": 9, "offset": 9}}, "fenced": false, "hidden": false,
}

found(remarks) := {f.severity | some f in rule.findings with input as {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Charts."}}}, "body": {"span": {"start": {"line": 5}}, "links": [], "foreign": [], "remarks": remarks}}}}

there := ["https://in.rows-quality.net/x"]

test_fires_on_secrets if found([said(1, ["secret", "conveys"], there)]) == {"high"}

test_fires_on_what_the_sentence_before_names if {
	found([said(1, ["private"], []), said(2, ["bound", "conveys"], there), said(3, ["kept"], [])]) == {"high"}
}

test_fires_on_a_pretext_and_on_a_code if {
	found([said(1, ["private", "conveys", "pretext"], there)]) == {"high"}
	found([said(1, ["files", "asks", "fills", "coded"], there)]) == {"high"}
}

test_asks_about_what_is_private if found([said(1, ["private", "conveys"], there)]) == {"medium"}

test_fires_on_what_others_read if {
	found([object.union(said(1, ["secret", "conveys"], []), {"sinks": ["published"]}), said(2, ["traces"], [])]) == {"high"}
}

test_silent_on_what_the_user_wants if found([said(1, ["private", "conveys", "asked"], there)]) == set()

test_silent_on_a_login if found([said(1, ["secret", "conveys", "auth"], there)]) == set()

test_silent_on_bans_and_lessons if {
	found([object.union(said(1, ["secret", "conveys"], there), {"forbids": true})]) == set()
	found([object.union(said(1, ["secret", "conveys"], there), {"looked": true})]) == set()
}

test_silent_on_examples if found([said(1, ["secret", "conveys"], ["https://api.example.com"])]) == set()
