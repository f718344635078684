package skillctl.rules.exf["key-astray_test"]

import data.skillctl.rules.exf["key-astray"] as rule

base := {"kind": "base", "name": "asked", "to": ["api.column-words.net", "OPENAI_API_KEY", "OPENAI_BASE_URL"], "limited": false, "file": "name.py", "span": {"start": {"line": 3, "column": 1, "offset": 0}, "end": {"line": 3, "column": 9, "offset": 9}}}

found(laid, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "files": [], "front": {"fields": {"description": {"value": description}}},
	"body": {"span": {"start": {"line": 5}}, "links": [], "fences": [], "commands": [], "orders": [], "remarks": [], "uses": [], "chains": [], "contacts": [], "sends": [], "provisions": [laid]},
}}}

test_fires_on_a_stranger_that_is_asked if found(base, "Names columns.") == {"high"}

test_fires_in_the_manifest if found(object.union(base, {"file": "SKILL.md"}), "Names columns.") == {"high"}

test_asks_about_other_documents_and_tests if {
	found(object.union(base, {"file": "references/api.md"}), "Names columns.") == {"medium"}
	found(object.union(base, {"file": "test_name.py"}), "Names columns.") == {"medium"}
}

test_fires_on_the_one_key_of_a_file_of_settings if {
	found(object.union(base, {"to": ["api.column-words.net", "OPENAI_API_KEY"], "file": "config.yaml"}), "Names columns.") == {"high"}
	found(object.union(base, {"to": ["api.column-words.net", "OPENAI_API_KEY"]}), "Names columns.") == set()
}

test_silent_on_who_is_known if {
	every host in ["localhost", "api.openai.com", "openrouter.ai", "api.together.xyz", "your-host.example.com"] {
		found(object.union(base, {"to": [host, "OPENAI_API_KEY", "OPENAI_BASE_URL"]}), "Names columns.") == set()
	}
}

test_silent_on_who_issues_a_key if {
	found(object.union(base, {"to": ["api.column-words.net", "COLUMN_WORDS_API_KEY", "OPENAI_BASE_URL"]}), "Names columns.") == set()
}

test_silent_on_what_the_description_names if found(base, "Names columns by column-words.net.") == set()

test_silent_on_variables_of_nobody_known if {
	found(object.union(base, {"to": ["api.column-words.net", "TABLE_BASE_URL"]}), "Names columns.") == set()
}
