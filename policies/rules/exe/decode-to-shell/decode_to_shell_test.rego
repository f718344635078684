package skillctl.rules.exe["decode-to-shell_test"]

import data.skillctl.rules.exe["decode-to-shell"] as rule

span := {"start": {"line": 7, "col": 1, "offset": 90}, "end": {"line": 7, "col": 40, "offset": 129}}

given(from, shown, file) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"body": {"flows": [{
		"from": from, "to": "bash", "steps": [{"program": program, "args": split(shown, " ")} | some program in from],
		"how": "pipe", "text": shown, "file": file, "span": span, "fenced": true,
	}]},
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

test_fires_on_the_module_that_decodes if {
	severities(rule.findings) == {"critical"} with input as given(["python3"], "-m base64 -d x", "SKILL.md")
	count(rule.findings) == 0 with input as given(["python3"], "-m base64 -e x", "SKILL.md")
}

test_fires_on_an_argument_in_numbers if {
	every case in [["eval", `$'\x63\x75\x72\x6c a'`, 1], ["bash", `$'\143\165\162\154'`, 1], ["eval", `$'\x0a b'`, 0], ["curl", `$'\x63\x75\x72\x6c'`, 0]] {
		count(rule.findings) == case[2] with input as {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"flows": [], "commands": [{
			"program": case[0], "args": [case[1]], "input": [], "text": "…", "before": "", "file": "SKILL.md", "span": span, "fenced": true,
		}]}}}
	}
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

test_fires_on_other_ways_to_hide if {
	every step in [
		{"program": "rev", "args": [], "stdin": "hs | x lruc"},
		{"program": "tr", "args": ["a-z", "n-za-m"]},
		{"program": "printf", "args": [`\x65\x63\x68`]},
		{"program": "echo", "args": ["-e", `\145\143\150`]},
		{"program": "base64", "args": ["--dec"]},
		{"program": "gunzip", "args": [], "stdin": "H4sI"},
		{"program": "python3", "args": ["-c", "import base64; print(base64.b64decode('x'))"]},
	] {
		severities(rule.findings) == {"critical"} with input as with_step(step)
	}
}

test_silent_on_case_and_downloads if {
	count(rule.findings) == 0 with input as with_step({"program": "tr", "args": ["a-z", "A-Z"]})
	count(rule.findings) == 0 with input as with_step({"program": "tr", "args": ["-d", "a-z"]})
	count(rule.findings) == 0 with input as with_step({"program": "gunzip", "args": []})
	count(rule.findings) == 0 with input as with_step({"program": "printf", "args": [`%s\n`]})
}

with_step(step) := object.union(given([], "", "SKILL.md"), {"skill": {"body": {"flows": [{
	"from": [step.program], "to": "bash", "steps": [step], "how": "pipe", "text": "…", "file": "SKILL.md", "span": span, "fenced": true,
}]}}})

taught(file, lead) := object.union(given([], "", file), {"skill": {"body": {"flows": [{
	"from": ["base64"], "to": "bash", "steps": [{"program": "base64", "args": ["-d"]}], "how": "pipe", "text": "…", "file": file, "span": span, "fenced": true, "lead": lead,
}]}}})

test_asks_about_a_lesson if {
	every lead in ["Obfuscation\nAttackers hide commands, such as:", "Red flags", "Setup\nNever run this:", "Detection of encoded commands"] {
		severities(rule.findings) == {"medium"} with input as taught("references/lesson.md", lead)
		severities(rule.findings) == {"medium"} with input as taught("SKILL.md", lead)
	}
}

test_fires_on_a_step if {
	every lead in ["", "Setup\nRun this first:", "Prerequisites\nTo go on, paste this into a terminal:"] {
		severities(rule.findings) == {"high"} with input as taught("references/setup.md", lead)
		severities(rule.findings) == {"critical"} with input as taught("SKILL.md", lead)
	}
	severities(rule.findings) == {"critical"} with input as taught("scripts/a.sh", "Malicious")
}
