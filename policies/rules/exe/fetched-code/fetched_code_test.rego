package skillctl.rules.exe["fetched-code_test"]

import data.skillctl.rules.exe["fetched-code"] as rule

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

source(hosts) := {"kind": "network", "name": "a server", "hosts": hosts, "veiled": false, "mixed": false, "part": false, "file": "scripts/a.py", "span": at(1)}

sink(kind, channel) := {"kind": kind, "call": "exec", "channel": channel, "hosts": [], "veiled": false, "file": "scripts/a.py", "span": at(9)}

given(from, to) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"front": {"fields": {
		"name": {"value": "tool"}, "description": {"value": "Keeps notes in order."}, "homepage": {"value": "https://acme.example"},
	}},
	"body": {
		"uses": [{"file": "scripts/a.py", "in": "SKILL.md", "span": at(3), "how": "itself"}],
		"links": [{"kind": "url", "locus": "instruction", "file": "SKILL.md", "target": "https://docs.linked.example/x"}],
		"chains": [{"source": from, "steps": [{"what": "is kept in code", "file": "scripts/a.py", "span": at(2)}], "sink": to}],
	},
}}

grades(from, to) := found if {
	found := {[f.severity, f.confidence] | some f in rule.findings} with input as given(from, to)
}

ways := {sink("evaluate", "code"), sink("evaluate", "file"), sink("run", "command"), sink("run", "file"), sink("run", "stdin")}

test_fires_on_strangers if {
	every to in ways {
		grades(source(["cdn.stranger.example"]), to) == {["high", "high"]}
		grades(source(["203.0.113.7"]), to) == {["critical", "high"]}
		grades(source(["get.acme.example", "cdn.stranger.example"]), to) == {["high", "high"]}
		grades(object.union(source(["cdn.stranger.example"]), {"veiled": true}), to) == {["critical", "high"]}
	}
}

test_asks_about_those_that_the_skill_names if {
	every to in ways {
		every host in ["get.acme.example", "docs.linked.example", "raw.githubusercontent.com"] {
			grades(source([host]), to) == {["medium", "high"]}
		}
	}
}

test_says_little_of_vendors if grades(source(["astral.sh"]), sink("run", "file")) == {["low", "high"]}

test_asks_where_the_address_is_not_known if {
	grades(source([]), sink("evaluate", "code")) == {["medium", "medium"]}
	grades(source(["${value}"]), sink("run", "command")) == {["low", "low"]}
}

test_asks_about_objects if {
	grades(source(["cdn.stranger.example"]), sink("evaluate", "object")) == {["high", "medium"]}
	grades(source(["get.acme.example"]), sink("evaluate", "object")) == {["low", "medium"]}
}

test_tells_the_way if {
	found := rule.findings with input as given(source(["cdn.stranger.example"]), sink("evaluate", "code"))
	some f in found
	[r.message | some r in f.related] == ["has scripts/a.py run", "cdn.stranger.example is fetched here", "is kept in code"]
}

test_fires_less_in_a_document if {
	grades(source(["cdn.stranger.example"]), object.union(sink("run", "command"), {"file": "references/a.md"})) == {["medium", "high"]}
}

test_silent_on_this_machine if {
	every host in ["localhost", "127.0.0.1"] { grades(source([host]), sink("evaluate", "code")) == set() }
}

test_silent_on_what_a_call_made_something_of if {
	grades(object.union(source(["cdn.stranger.example"]), {"mixed": true}), sink("evaluate", "code")) == set()
}

test_silent_on_other_values if {
	grades(object.union(source([]), {"kind": "coded"}), sink("evaluate", "code")) == set()
	grades(source(["cdn.stranger.example"]), sink("send", "body")) == set()
}

page(address, file) := {f.severity | some f in rule.findings with input as json.patch(given(source([]), sink("send", "body")), [{"op": "add", "path": "/skill/body/provisions", "value": [{"kind": "script", "name": "inserts", "to": [address], "limited": false, "file": file, "span": at(4)}]}])}

test_asks_about_programs_in_pages if {
	page("https://w.idle-pool.net/w.js", "scripts/b.sh") == {"medium"}
	every address in ["https://cdn.jsdelivr.net/npm/vue", "https://unpkg.com/vue", "https://acme.example/a.js", "http://localhost:1/a.js", "https://docs.linked.example/a.js"] {
		page(address, "scripts/b.sh") == set()
	}
	page("https://w.idle-pool.net/w.js", "notes.md") == set()
}
