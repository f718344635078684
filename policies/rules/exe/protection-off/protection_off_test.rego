package skillctl.rules.exe["protection-off_test"]

import data.skillctl.rules.exe["protection-off"] as rule

given(program, args, file) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"commands": [{
	"program": program, "args": args, "input": [], "text": "…", "file": file, "span": {}, "fenced": true,
}]}}}

severities(found) := {f.severity | some f in found}

test_fires_when_a_protection_goes if {
	every case in [
		["xattr", ["-d", "com.apple.quarantine", "x.app"]], ["xattr", ["-cr", "x.app"]], ["spctl", ["--master-disable"]], ["csrutil", ["disable"]],
		["setenforce", ["0"]], ["set-mppreference", ["-DisableRealtimeMonitoring", "$true"]], ["add-mppreference", ["-ExclusionPath", "C:"]],
	] {
		severities(rule.findings) == {"high"} with input as given(case[0], case[1], "SKILL.md")
		severities(rule.findings) == {"medium"} with input as given(case[0], case[1], "references/a.md")
	}
}

test_silent_on_looking if {
	every case in [["xattr", ["-l", "x.app"]], ["xattr", ["-d", "user.note", "x"]], ["spctl", ["--status"]], ["csrutil", ["status"]], ["setenforce", ["1"]], ["set-mppreference", ["-ScanScheduleDay", "1"]]] {
		count(rule.findings) == 0 with input as given(case[0], case[1], "SKILL.md")
	}
}

# The command within a sentence.
behind(words, document) := json.patch(document, [
	{"op": "replace", "path": "/skill/body/commands/0/fenced", "value": false},
	{"op": "add", "path": "/skill/body/commands/0/before", "value": words},
])

test_fires_less_on_what_is_forbidden_or_looked_for if {
	command := given("xattr", ["-d", "com.apple.quarantine", "x.app"], "SKILL.md")
	every words in ["Never run", "Do not ever use the command", "Search logs for", "Flag commands like"] {
		severities(rule.findings) == {"medium"} with input as behind(words, command)
	}
	every words in ["Run", "Never ask, run", "Do not wait and run", "Search the logs for errors and run", "Look for updates with", "Check it with"] {
		severities(rule.findings) == {"high"} with input as behind(words, command)
	}
}
