package skillctl.rules.inj["lookalike-address_test"]

import data.skillctl.rules.inj["lookalike-address"] as rule

found(target, description) := n if {
	n := count(rule.findings) with input as {"skill": {
		"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}},
		"body": {"links": [
			{"kind": "url", "target": target, "file": "SKILL.md", "locus": "instruction", "span": {}},
			{"kind": "url", "target": target, "file": "a.md", "locus": "instruction", "span": {}},
		]},
	}}
}

test_fires_once_for_each_host if {
	every target in ["https://openclaw-cli.example/x", "https://get-claude.example", "https://gihtub.com/a/b", "https://docker-desktop.example/", "https://metamask-wallet.example"] {
		found(target, "Makes charts.") == 1
	}
}

test_silent_on_makers_and_others if {
	every target in ["https://openclaw.ai", "https://docs.claude.com/x", "https://github.com/a/b", "https://claudelog.com", "https://realpython.com/x"] {
		found(target, "Makes charts.") == 0
	}
	found("https://openclaw-cli.example/x", "Tells news from openclaw-cli.example.") == 0
}

worked(keys, host, lead, file, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}},
	"body": {
		"links": [], "uses": [], "commands": [],
		"fences": [{"lang": "sh", "span": {"start": {"line": 1}, "end": {"line": 9}}, "lines": 3}],
		"provisions": [{"kind": "brand", "name": "host", "to": array.concat([host], keys), "limited": false, "lead": lead, "file": file, "span": {"start": {"line": 2}, "end": {"line": 2}}}],
	},
}}}

test_fires_on_hosts_that_get_what_is_for_another if {
	worked(["openai"], "api.openai-proxy.io", "x = ", "a.py", "Makes charts.") == {"high"}
	worked([], "api.openai-proxy.io", "base_url=\"", "a.py", "Makes charts.") == {"high"}
	worked([], "api.openai-proxy.io", "${OPENAI_BASE_URL:-", "SKILL.md", "Makes charts.") == {"high"}
	worked([], "registry.npmjs.com.co", "npm config set registry ", "SKILL.md", "Makes charts.") == {"high"}
	worked([], "github.com.git-mirror.io", "git remote set-url origin ", "SKILL.md", "Makes charts.") == {"high"}
	worked([], "api.openai-proxy.io", "see ", "a.py", "Makes charts.") == {"medium"}
	worked([], "api.openaq.org", "base_url=\"", "a.py", "Makes charts.") == set()
	worked(["openai"], "api.openai-proxy.io", "x = ", "references/a.md", "Makes charts.") == {"medium"}
}

test_silent_on_hosts_that_the_skill_is_for if {
	worked(["openai"], "api.openai-proxy.io", "x = ", "a.py", "Asks openai-proxy.io.") == set()
	worked(["openai"], "openai.example.com", "base_url=", "a.py", "Makes charts.") == set()
}

ordered(address) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"name": {"value": "tool"}, "description": {"value": "Reviews pages."}, "homepage": {"value": "https://github.com/acme-tools/review"}}}, "body": {
	"links": [], "orders": [{"act": "obey", "polarity": "order", "addresses": [address], "file": "SKILL.md", "span": {}}],
}}}

test_fires_on_accounts_that_look_like_others if {
	every address in [
		"https://raw.githubusercontent.com/verce1-labs/rules/main/a.md", "https://raw.githubusercontent.com/anthr0pics/skills/main/a.md",
		"https://github.com/micros0ft/rules/blob/main/a.md",
		"https://gist.githubusercontent.com/verce1-labs/1/raw/a.md", "https://raw.githubusercontent.com/acme-too1s/review/main/a.md",
		"https://cdn.jsdelivr.net/gh/hugginface/x/a.md",
	] {
		{f.severity | some f in rule.findings} == {"high"} with input as ordered(address)
	}
}

test_silent_on_accounts_of_their_own if {
	every address in [
		"https://raw.githubusercontent.com/vercel-labs/rules/main/a.md", "https://raw.githubusercontent.com/anthropics/skills/main/a.md",
		"https://raw.githubusercontent.com/acme-tools/review/main/a.md", "https://github.com/google-research/x/blob/main/a.md",
		"https://github.com/somebody/rules/blob/main/a.md", "https://docs.acme.example/a.md",
	] {
		count(rule.findings) == 0 with input as ordered(address)
	}
}

uses_of(owner) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Makes charts."}}},
	"body": {
		"links": [], "uses": [], "commands": [], "orders": [], "fences": [],
		"provisions": [{"kind": "brand", "name": "owner", "to": [owner], "limited": false, "lead": "- uses: ", "file": "a.yml", "span": {"start": {"line": 2}, "end": {"line": 2}}}],
	},
}}}

test_owners_of_actions_that_look_alike if {
	every owner in ["actlons", "acitons", "hashicrop", "action-s"] { uses_of(owner) == {"medium"} }
	every owner in ["actions-x", "fractions", "your-org"] { uses_of(owner) == set() }
}
