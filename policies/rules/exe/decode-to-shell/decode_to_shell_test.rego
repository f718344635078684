package skillctl.rules.exe["decode-to-shell_test"]

import data.skillctl.rules.exe["decode-to-shell"] as rule

span := {"start": {"line": 7, "col": 1, "offset": 90}, "end": {"line": 7, "col": 40, "offset": 129}}

given(from, shown, file) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"body": {"flows": [{"from": from, "to": "bash", "text": shown, "file": file, "span": span, "fenced": true}]},
}}

severities(found) := {f.severity | some f in found}

test_fires_on_decoded_code if {
	every shown in [
		"echo 'ZWNobyBoaQ==' | base64 -D | bash", "echo ZWNobyBoaQ== | base64 -d | bash", "base64 --decode <<< ZWNobyBoaQ== | bash",
		"echo ZWNobyBoaQ== | base64 -di | bash",
	] {
		severities(rule.findings) == {"critical"} with input as given(["echo", "base64"], shown, "SKILL.md")
	}
	severities(rule.findings) == {"critical"} with input as given(["echo", "xxd"], "echo 6563686f | xxd -r -p | bash", "SKILL.md")
	severities(rule.findings) == {"critical"} with input as given(["echo", "openssl"], "echo x | openssl enc -base64 -d | bash", "SKILL.md")
	severities(rule.findings) == {"critical"} with input as given(["uudecode"], "uudecode -o - x | bash", "SKILL.md")
}

test_fires_less_in_another_file if {
	severities(rule.findings) == {"high"} with input as given(["echo", "base64"], "echo x | base64 -d | bash", "references/setup.md")
}

test_silent_on_encoding if {
	count(rule.findings) == 0 with input as given(["cat", "base64"], "cat x | base64 | bash", "SKILL.md")
	count(rule.findings) == 0 with input as given(["cat", "base64"], "cat dump-d | base64 | bash", "SKILL.md")
	count(rule.findings) == 0 with input as given(["xxd"], "xxd -p x | bash", "SKILL.md")
}

test_silent_on_what_can_be_read if {
	count(rule.findings) == 0 with input as given(["cat"], "cat x.sh | bash", "SKILL.md")
}
