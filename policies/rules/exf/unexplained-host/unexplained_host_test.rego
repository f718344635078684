package skillctl.rules.exf["unexplained-host_test"]

import data.skillctl.rules.exf["unexplained-host"] as rule

send := {"call": "requests.post", "way": "body", "hosts": ["in.hue-picker.dev"], "tenants": [], "hook": false, "carries": true, "known": 0, "named": false, "file": "draw.py", "span": {"start": {"line": 3, "column": 1, "offset": 0}, "end": {"line": 3, "column": 9, "offset": 9}}}

found(changes) := found_with(changes, {}, "Draws charts.")

found_with(changes, body, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "files": [], "front": {"fields": {"description": {"value": description}}},
	"body": object.union({"span": {"start": {"line": 5}}, "links": [], "commands": [], "orders": [], "remarks": [], "uses": [], "chains": [], "contacts": [], "sends": [object.union(send, changes)]}, body),
}}}

test_fires_on_a_host_in_the_code_alone if found({}) == {"high"}

test_asks_about_documents if {
	found({"file": "SKILL.md"}) == {"medium"}
	found({"file": "references/api.md"}) == {"medium"}
}

test_asks_where_a_document_has_its_name if found({"named": true}) == {"medium"}

test_asks_where_the_package_is_full_of_it if found({"known": 4}) == {"medium"}

test_silent_where_a_secret_was_followed if {
	chain := {"source": {"kind": "variable", "name": "X_KEY"}, "sink": {"kind": "send", "file": "draw.py", "span": {"start": {"line": 3}}}}
	found_with({}, {"chains": [chain]}, "Draws charts.") == set()
}

test_asks_about_tests if found({"file": "scripts/test_draw.py"}) == {"medium"}

test_fires_on_an_account_at_a_host_that_all_know if {
	found({"hosts": ["discord.com"], "hook": true}) == {"high"}
	found_with({"hosts": ["discord.com"], "hook": true}, {"contacts": [object.union(contact("SKILL.md", "See https://discord.com/developers."), {"address": "https://discord.com/developers"})]}, "Draws charts.") == {"high"}
}

tenant := {"service": "Amazon S3", "name": "quill-year-intake", "known": 0, "told": false, "spoken": 3}

shared(changes, sends) := found(object.union({"hosts": [], "way": "tool", "tenants": [object.union(tenant, changes)]}, sends))

test_fires_on_an_account_that_nothing_explains if {
	shared({}, {}) == {"high"}
	shared({"known": 2}, {}) == {"high"}
	shared({}, {"file": "SKILL.md"}) == {"high"}
	shared({"service": "GitHub", "name": "quill-year"}, {"way": "body", "hosts": ["api.github.com"]}) == {"high"}
	shared({"service": "mail", "name": "quill.year@gmail.com"}, {"way": "mail"}) == {"high"}
}

test_asks_about_an_account_that_documents_name if {
	shared({"known": 1, "told": true}, {}) == {"medium"}
	shared({"known": 1}, {"file": "SKILL.md"}) == {"medium"}
	shared({}, {"file": "references/api.md"}) == {"medium"}
	shared({}, {"file": "SKILL.md", "way": "client"}) == {"medium"}
}

test_asks_about_an_account_of_words_for_any if {
	every name in ["team-site", "team-bucket", "logs-2"] { shared({"name": name, "spoken": 0}, {}) == {"medium"} }
}

test_fires_where_no_document_speaks_of_the_service if shared({"spoken": 0}, {"file": "SKILL.md", "way": "client"}) == {"high"}

test_silent_on_accounts_that_are_explained if {
	every name in ["my-bucket", "your-org-logs", "example-data", "acme-reports", "BUCKET_NAME", "my-app-123456"] {
		shared({"name": name}, {}) == set()
	}
	shared({"service": "GitHub", "name": "anthropics"}, {}) == set()
	shared({"service": "GitHub", "name": "quill-year", "told": true, "known": 3}, {}) == set()
	shared({"service": "mail", "name": "user@example.com"}, {"way": "mail"}) == set()
	found_with({"hosts": [], "way": "tool", "tenants": [tenant]}, {}, "Draws charts into quill-year-intake.") == set()
}

test_fires_on_a_command_of_the_manifest_alone if {
	found({"file": "SKILL.md", "way": "tool"}) == {"high"}
	found({"file": "SKILL.md", "way": "tool", "known": 1}) == {"medium"}
}

test_silent_on_what_only_asks if found({"carries": false}) == set()

contact(file, text) := {
	"address": "https://hue-picker.dev/docs", "link": false, "text": text, "before": "", "behind": "", "told": [], "foreign": false,
	"heading": "", "section": 1, "file": file, "fenced": false, "hidden": false, "span": {"start": {"line": 40}, "end": {"line": 40}},
}

# A licence is about something else, and the sentence that has the program run is no explanation.
test_fires_on_what_explains_nothing if {
	found_with({}, {"contacts": [contact("LICENSE.txt", "Documentation: https://hue-picker.dev/docs")]}, "Draws charts.") == {"high"}
	found_with({}, {"contacts": [contact("SKILL.md", "Run draw.py, which registers at https://hue-picker.dev/docs.")]}, "Draws charts.") == {"high"}
	found_with({"named": true}, {"contacts": [contact("SKILL.md", "Documentation: https://hue-picker.dev/docs")]}, "Draws charts.") == {"medium"}
}

test_silent_on_what_is_explained if {
	found_with({}, {}, "Draws charts with hue-picker.dev.") == set()
	house := {"sections": [6, 20, 40], "kin": [{"word": "hue-picker", "name": "hue-picker-tables", "file": "SKILL.md", "first": line, "last": line + 9} | some line in [20, 40]]}
	found_with({}, house, "Draws charts.") == set()
}

test_fires_on_what_is_left_open if {
	found({"hosts": ["*.hue-picker.dev"]}) == {"high"}
	found({"hosts": ["*.github.io"]}) == set()
}

test_silent_on_hosts_that_are_known if {
	every host in ["localhost", "api.github.com", "api.openai.com", "your-server.example.com", "192.168.1.4"] {
		found({"hosts": [host]}) == set()
	}
}

test_silent_on_who_issued_a_key if {
	asks := {"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "files": [], "front": {"fields": {"description": {"value": "Charts."}, "metadata": {"value": {"requires": {"env": ["HUEPICKER_API_KEY"]}}}}}, "body": {"span": {"start": {"line": 5}}, "links": [], "commands": [], "orders": [], "remarks": [], "uses": [], "chains": [], "contacts": [], "sends": [send]}}
	count(rule.findings) == 0 with input as {"skill": asks}
}
