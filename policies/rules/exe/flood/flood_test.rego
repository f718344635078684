package skillctl.rules.exe.flood_test

import data.skillctl.rules.exe.flood as rule

given(program, args, steps) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"front": {"fields": {"name": {"value": "tool"}, "description": {"value": "Checks pages of shop.acme.example."}}},
	"body": {"links": [], "commands": [{"program": program, "args": args, "input": steps, "text": "…", "file": "SKILL.md", "span": {}, "fenced": true}]},
}}

seq := [{"program": "seq", "args": ["1", "20000"]}]

severities(found) := {f.severity | some f in found}

test_fires_on_floods if {
	every case in [
		["xargs", ["-P", "200", "-I{}", "curl", "-s", "$FEED_URL?nocache={}"], seq],
		["xargs", ["-P200", "-n1", "curl", "https://www.rival-shop.com/"], seq],
		["parallel", ["-j", "500", "curl", "-s", "https://www.rival-shop.com/?x={}"], seq],
		["ab", ["-n", "1000000", "-c", "500", "https://www.rival-shop.com/"], []],
		["wrk", ["-t12", "-c1000", "-d3600s", "https://www.rival-shop.com/"], []],
		["hey", ["-z", "30m", "-c", "50", "https://www.rival-shop.com/"], []],
		["siege", ["-c", "400", "https://www.rival-shop.com/"], []],
		["hping3", ["-S", "--flood", "-p", "443", "www.rival-shop.com"], []],
	] {
		severities(rule.findings) == {"high"} with input as given(case[0], case[1], case[2])
	}
}

test_silent_on_the_users_own if {
	every case in [
		["xargs", ["-P", "4", "-I{}", "curl", "-sO", "{}"], [{"program": "cat", "args": ["urls.txt"]}]],
		["xargs", ["-P", "100", "-I{}", "curl", "-sO", "{}"], [{"program": "cat", "args": ["urls.txt"]}]],
		["xargs", ["-P", "200", "-I{}", "curl", "http://localhost:8080/{}"], seq],
		["xargs", ["-P", "64", "-n1", "gzip"], seq],
		["ab", ["-n", "1000", "-c", "10", "$STAGING_URL"], []],
		["wrk", ["-t4", "-c400", "-d30s", "http://127.0.0.1:8080/"], []],
		["hey", ["-n", "200", "-c", "20", "https://www.rival-shop.com/"], []],
		["wrk", ["-c500", "https://shop.acme.example/"], []],
		["ab", ["-n", "100000", "https://example.com/"], []],
	] {
		count(rule.findings) == 0 with input as given(case[0], case[1], case[2])
	}
}
