package skillctl.rules.exf["hard-coded-key_test"]

import data.skillctl.lib.skilltest
import data.skillctl.rules.exf["hard-coded-key"] as rule

token := {"kind": "github-token", "begin": "ghp_", "length": 40, "entropy": 0.9, "digits": 6, "letters": 30, "run": 2, "word": "", "file": "scripts/push.sh", "span": skilltest.span(3)}

keys(facts) := skilltest.with_facts(skilltest.md(skilltest.good), {"body": {"keys": [object.union(token, facts)]}})

test_fires if {
	some finding in rule.findings with input as keys({})
	finding.message == "a token of GitHub is written here: ghp_… (40 characters)"
	finding.severity == "high"
	finding.locus == "data"
}

test_fires_in_documents if {
	some finding in rule.findings with input as keys({"file": "SKILL.md"})
	finding.locus == "instruction"
}

test_fires_on_a_private_key if {
	some finding in rule.findings with input as keys({"kind": "private-key", "begin": "", "length": 1600})
	finding.message == "a private key is written here (1600 characters)"
}

test_names_a_kind_that_has_no_words if {
	some finding in rule.findings with input as keys({"kind": "new-key"})
	startswith(finding.message, "a new-key is written here")
}

test_milder_on_half_of_a_key if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as keys({"kind": "aws-key-id"})
	{finding.severity | some finding in rule.findings} == {"low"} with input as keys({"kind": "google-key"})
}

test_silent_on_what_is_no_key if {
	every facts in [{"word": "example"}, {"run": 8}, {"entropy": 0.5}, {"digits": 0}, {"letters": 0}, {"length": 12}, {"kind": "private-key", "begin": "", "length": 20}] {
		count(rule.findings) == 0 with input as keys(facts)
	}
}

test_checksum if {
	count(rule.findings) == 1 with input as keys({"checksum": "right"})
	count(rule.findings) == 0 with input as keys({"checksum": "wrong"})
	count(rule.findings) == 1 with input as keys({"checksum": ""})
}

test_names_the_service if {
	some case in [["openrouter-key", "a key of OpenRouter"], ["age-key", "a private key of age"], ["service-key", "a secret key of a service"]]
	some finding in rule.findings with input as keys({"kind": case[0]})
	startswith(finding.message, sprintf("%s is written here", [case[1]]))
}

test_asks_about_what_only_a_name_calls_a_secret if {
	{finding.severity | some finding in rule.findings} == {"medium"} with input as keys({"kind": "named-secret", "entropy": 0.93})
	every facts in [{"entropy": 0.8}, {"digits": 3}, {"word": "your"}, {"run": 6}] {
		count(rule.findings) == 0 with input as keys(object.union({"kind": "named-secret", "entropy": 0.93}, facts))
	}
}

account(file, who) := skilltest.with_facts(skilltest.md(skilltest.good), {"body": {"keys": [], "provisions": [{"kind": "account", "name": "password", "to": [who], "limited": false, "file": file, "span": skilltest.span(3)}]}})

test_fires_on_an_account_with_its_password if {
	some finding in rule.findings with input as account("scripts/push.py", "ops@lead-mirror.net")
	finding.severity == "high"
}

test_silent_on_other_accounts if {
	every one in [["SKILL.md", "ops@lead-mirror.net"], ["tests/a.py", "ops@lead-mirror.net"], ["scripts/push.py", "demo@lead-mirror.net"], ["scripts/push.py", "ops@example.com"], ["data/rows.csv", "ops@lead-mirror.net"]] {
		count(rule.findings) == 0 with input as account(one[0], one[1])
	}
}
