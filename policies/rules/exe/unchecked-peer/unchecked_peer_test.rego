package skillctl.rules.exe["unchecked-peer_test"]

import data.skillctl.rules.exe["unchecked-peer"] as rule

deed := {
	"kind": "blind", "act": "peer", "call": "verify=False", "on": "peer", "what": "api.hue-picker.dev", "file": "scripts/a.py",
	"span": {"start": {"line": 4, "column": 1, "offset": 40}, "end": {"line": 4, "column": 9, "offset": 48}},
}

found(changes) := found_with(changes, "Looks up the rates of currencies.")

found_with(changes, description) := found_in([object.union(deed, changes)], [], description)

found_in(deeds, provisions, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": description}}},
	"body": {"span": {"start": {"line": 5}}, "links": [], "uses": [], "orders": [], "commands": [], "fences": [], "deeds": deeds, "provisions": provisions},
}}}

test_fires if found({}) == {"high"}

test_asks_about_documents if found({"file": "notes.md"}) == {"medium"}

test_silent_where_it_is_explained if found_with({}, "Shows the disks of a NAS with a self-signed certificate.") == set()

test_silent_on_other_deeds if found({"kind": "loss", "act": "delete", "on": "argument"}) == set()

laid := {"kind": "unchecked", "name": "certificates", "to": ["api.github.com"], "limited": false, "file": "scripts/a.go", "span": deed.span}

plain := "Looks up the rates of currencies."

test_fires_in_other_languages if found_in([], [laid], plain) == {"high"}

test_tells_once_of_a_program if {
	found_in([object.union(deed, {"file": laid.file})], [laid], plain) == {"high"}
	messages := {f.message | some f in rule.findings with input as {"skill": {
		"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": plain}}},
		"body": {"span": {"start": {"line": 5}}, "links": [], "uses": [], "orders": [], "commands": [], "fences": [], "deeds": [object.union(deed, {"file": laid.file})], "provisions": [laid]},
	}}}
	count(messages) == 1
}

test_silent_where_other_languages_explain_it if {
	found_in([], [laid], "Reads a router with a self-signed certificate.") == set()
	found_in([], [object.union(laid, {"to": ["localhost", "api.github.com"]})], plain) == set()
	found_in([], [object.union(laid, {"to": ["api.example.com"]})], plain) == set()
}

test_fires_on_what_all_packages_share if {
	shared := object.union(laid, {"name": "all", "to": []})
	found_in([], [shared], plain) == {"high"}
	found_in([], [object.union(shared, {"file": "tests/client.go"})], plain) == {"medium"}
	found_in([], [shared], "Reads a router with a self-signed certificate.") == set()
}
