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

ordered(address) := {"skill": {"manifest": {"file": "SKILL.md"}, "front": {"fields": {"name": {"value": "tool"}, "description": {"value": "Reviews pages."}, "homepage": {"value": "https://github.com/acme-tools/review"}}}, "body": {
	"links": [], "orders": [{"act": "obey", "polarity": "order", "addresses": [address], "file": "SKILL.md", "span": {}}],
}}}

test_fires_on_accounts_that_look_like_others if {
	every address in [
		"https://raw.githubusercontent.com/verce1-labs/rules/main/a.md", "https://raw.githubusercontent.com/anthr0pics/skills/main/a.md",
		"https://raw.githubusercontent.com/anthropics-ai/skills/main/a.md", "https://github.com/micros0ft/rules/blob/main/a.md",
		"https://gist.githubusercontent.com/verce1-labs/1/raw/a.md", "https://raw.githubusercontent.com/acme-too1s/review/main/a.md",
		"https://cdn.jsdelivr.net/gh/huggingfoce/x/a.md",
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
