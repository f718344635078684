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

worked(name, host, lead, file, description) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}},
	"body": {
		"links": [], "uses": [], "commands": [],
		"fences": [{"lang": "sh", "span": {"start": {"line": 1}, "end": {"line": 9}}, "lines": 3}],
		"provisions": [{"kind": "brand", "name": name, "to": [host], "limited": false, "lead": lead, "file": file, "span": {"start": {"line": 2}, "end": {"line": 2}}}],
	},
}}}

test_fires_on_hosts_that_get_what_is_for_another if {
	worked("openai key", "api.openai-proxy.io", "x = ", "a.py", "Makes charts.") == {"high"}
	worked("openai", "api.openai-proxy.io", "base_url=\"", "a.py", "Makes charts.") == {"high"}
	worked("openai", "api.openai-proxy.io", "${OPENAI_BASE_URL:-", "SKILL.md", "Makes charts.") == {"high"}
	worked("npmjs", "registry.npmjs.com.co", "npm config set registry ", "SKILL.md", "Makes charts.") == {"high"}
	worked("github", "github.com.git-mirror.io", "git remote set-url origin ", "SKILL.md", "Makes charts.") == {"high"}
	worked("openai", "api.openai-proxy.io", "see ", "a.py", "Makes charts.") == {"medium"}
	worked("actions", "github.com/actlons", "- uses: ", "a.yml", "Makes charts.") == {"medium"}
	worked("openai key", "api.openai-proxy.io", "x = ", "references/a.md", "Makes charts.") == {"medium"}
}

test_silent_on_hosts_that_the_skill_is_for if {
	worked("openai key", "api.openai-proxy.io", "x = ", "a.py", "Asks openai-proxy.io.") == set()
	worked("openai key", "openai.example.com", "base_url=", "a.py", "Makes charts.") == set()
}
