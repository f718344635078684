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
