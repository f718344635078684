package skillctl.rules.exf["secret-left_test"]

import data.skillctl.rules.exf["secret-left"] as rule

given(program, args, steps, file, links) := {"skill": {"manifest": {"file": "SKILL.md"}, "body": {"links": links, "commands": [{
	"program": program, "args": args, "input": steps, "text": "…", "file": file, "span": {}, "fenced": true,
}]}}}

severities(found) := {f.severity | some f in found}

op := [{"program": "op", "args": ["item", "get", "-", "--reveal", "--format", "json"]}]

test_fires_on_what_everybody_reads if {
	every mode in ["644", "0644", "a+r", "o+r", "+r", "go=r", "777", "755"] {
		severities(rule.findings) == {"high"} with input as given("chmod", [mode, "/tmp/x.json"], op, "SKILL.md", [])
	}
	every step in [
		{"program": "bw", "args": ["export", "--raw"]},
		{"program": "vault", "args": ["kv", "get", "-format=json", "secret/prod"]},
		{"program": "heroku", "args": ["config", "-s"]},
		{"program": "doppler", "args": ["secrets", "download", "--no-file"]},
		{"program": "aws", "args": ["configure", "export-credentials"]},
	] {
		severities(rule.findings) == {"high"} with input as given("chmod", ["644", "x"], [step], "SKILL.md", [])
		severities(rule.findings) == {"high"} with input as given("git", ["push"], [step, {"program": "git", "args": ["add", "x"]}], "SKILL.md", [])
	}
}

test_weighs_less_in_a_document_nobody_is_sent_to if {
	there := [{"file": "SKILL.md", "path": "references/a.md", "kind": "relative"}]
	severities(rule.findings) == {"medium"} with input as given("chmod", ["644", "x"], op, "references/a.md", [])
	severities(rule.findings) == {"high"} with input as given("chmod", ["644", "x"], op, "references/a.md", there)
}

test_silent_on_what_stays_with_its_owner if {
	every mode in ["600", "0600", "400", "go-r", "u+r", "700", "u=rw,go="] {
		count(rule.findings) == 0 with input as given("chmod", [mode, "x"], op, "SKILL.md", [])
	}
	every step in [
		{"program": "op", "args": ["item", "get", "x", "--fields", "username"]},
		{"program": "bw", "args": ["export", "--format", "encrypted_json"]},
		{"program": "azd", "args": ["env", "list"]},
		{"program": "docker", "args": ["inspect", "web"]},
		{"program": "curl", "args": ["-o", "x", "https://a.example"]},
	] {
		count(rule.findings) == 0 with input as given("chmod", ["644", "x"], [step], "SKILL.md", [])
	}
	count(rule.findings) == 0 with input as given("git", ["add", "x"], op, "SKILL.md", [])
}
