package skillctl.rules.exe["unchecked-peer_test"]

import data.skillctl.rules.exe["unchecked-peer"] as rule

deed := {
	"kind": "blind", "act": "peer", "call": "verify=False", "on": "peer", "what": "api.hue-picker.dev", "file": "scripts/a.py",
	"span": {"start": {"line": 4, "column": 1, "offset": 40}, "end": {"line": 4, "column": 9, "offset": 48}},
}

found(changes) := found_with(changes, "Looks up the rates of currencies.")

found_with(changes, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "project": false, "agents": [], "front": {"fields": {"description": {"value": description}}},
	"body": {"span": {"start": {"line": 5}}, "links": [], "uses": [], "orders": [], "commands": [], "deeds": [object.union(deed, changes)]},
}}}

test_fires if found({}) == {"high"}

test_asks_about_documents if found({"file": "notes.md"}) == {"medium"}

test_silent_where_it_is_explained if found_with({}, "Shows the disks of a NAS with a self-signed certificate.") == set()

test_silent_on_other_deeds if found({"kind": "loss", "act": "delete", "on": "argument"}) == set()
