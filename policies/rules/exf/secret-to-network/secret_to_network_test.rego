package skillctl.rules.exf["secret-to-network_test"]

import data.skillctl.rules.exf["secret-to-network"] as rule

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

source(kind, name) := {"kind": kind, "name": name, "part": false, "file": "scripts/a.py", "span": at(1)}

sink(channel, hosts) := {"kind": "send", "call": "requests.post", "channel": channel, "hosts": hosts, "veiled": false, "file": "scripts/a.py", "span": at(9)}

given(from, to, description) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"front": {"fields": {"name": {"value": "tool"}, "description": {"value": description}}},
	"body": {
		"uses": [{"file": "scripts/a.py", "in": "SKILL.md", "span": at(3), "how": "itself"}],
		"links": [{"kind": "url", "locus": "instruction", "file": "SKILL.md", "target": "https://docs.linked.example/x"}],
		"chains": [{"source": from, "steps": [{"what": "is kept in data", "file": "scripts/a.py", "span": at(2)}], "sink": to}],
	},
}}

plain := "Keeps notes in order. For api.acme.example."

grades(from, to) := found if {
	found := {[f.severity, f.confidence] | some f in rule.findings} with input as given(from, to, plain)
}

test_fires_on_what_no_service_asks_for if {
	every case in [
		["key", "~/.ssh/id_rsa"], ["wallet", "~/.ethereum/keystore"], ["browser", "~/.mozilla/logins.json"],
		["keychain", "keyring.get_password"], ["system", "/etc/shadow"], ["history", "~/.bash_history"],
		# Two stores that one name stands for.
		["key", "~/.ssh/id_rsa, ~/.aws/credentials"],
	] {
		grades(source(case[0], case[1]), sink("body", ["collect.stranger.example"])) == {["critical", "high"]}
		grades(source(case[0], case[1]), sink("body", ["api.acme.example"])) == {["high", "low"]}
		grades(source(case[0], case[1]), sink("body", [])) == {["high", "low"]}
	}
}

# What is typed goes to the service that it is for, and that one is named.
test_fires_on_what_is_entered if {
	every name in ["the option password", "the option --app-password", "getpass.getpass", "Your seed phrase", "the option recovery", "STDIN.noecho"] {
		grades(source("entered", name), sink("body", ["collect.stranger.example"])) == {["high", "medium"]}
		grades(source("entered", name), sink("query", ["203.0.113.7"])) == {["critical", "high"]}
		grades(source("entered", name), sink("header", ["collect.stranger.example"])) == set()
		grades(source("entered", name), sink("body", ["api.acme.example"])) == set()
		grades(source("entered", name), sink("body", ["docs.linked.example"])) == set()
		grades(source("entered", name), sink("body", [])) == set()
	}
	every name in ["the option api_key", "the option --token", "API key"] {
		grades(source("entered", name), sink("body", ["collect.stranger.example"])) == {["medium", "medium"]}
		grades(source("entered", name), sink("header", ["collect.stranger.example"])) == set()
	}
	grades(source("entered", "the option github-token"), sink("body", ["api.github.com"])) == set()
}

# What signs for a wallet was issued by nobody.
test_fires_on_keys_that_sign if {
	every name in ["WALLET_PRIVATE_KEY", "PRIVATE_KEY", "SOLANA_PRIVATE_KEY", "TRADER_SECRET_KEY", "ETH_PK", "WALLET_KEY"] {
		grades(source("variable", name), sink("body", ["relay.stranger.example"])) == {["critical", "high"]}
		grades(source("variable", name), sink("body", ["api.acme.example"])) == {["high", "low"]}
		grades(source("variable", name), sink("header", ["relay.stranger.example"])) == set()
	}
	every name in ["SHOP_API_KEY", "GITHUB_APP_PRIVATE_KEY_ID", "ACCOUNT_KEY", "SIGNING_KEY", "PUBLIC_KEY"] {
		grades(source("variable", name), sink("body", ["api.acme.example"])) == set()
	}
}

test_fires_on_the_environment if {
	every channel in ["body", "query", "header", "dns", "socket", "mail", "command"] {
		grades(source("environment", "os.environ"), sink(channel, ["collect.stranger.example"])) == {["critical", "medium"]}
		grades(source("environment", "os.environ"), sink(channel, ["203.0.113.7"])) == {["critical", "high"]}
	}
	grades(source("environment", "os.environ"), sink("body", ["api.acme.example"])) == {["high", "low"]}
}

# Whoever wrote the number of the account gets it, also where the host is one that the
# skill is for.
test_fires_on_an_account_that_is_written_out if {
	boxed := object.union(sink("body", ["api.acme.example"]), {"box": true})
	every case in [["environment", "os.environ"], ["login", "~/.aws/credentials"], ["key", "~/.ssh/id_rsa"], ["variable", "OPENAI_API_KEY"], ["settings", ".env"]] {
		grades(source(case[0], case[1]), boxed) == {["critical", "high"]}
	}
	grades(source("variable", "ACME_TOKEN"), boxed) == set()
}

test_fires_on_what_was_said_or_typed if {
	every case in [["agent", "~/.claude/projects/…"], ["agent", "~/.openclaw/workspace/MEMORY.md"], ["keys", "pynput.keyboard.Listener"]] {
		grades(source(case[0], case[1]), sink("body", ["collect.stranger.example"])) == {["critical", "medium"]}
	}
	grades(source("agent", "~/.claude/settings.json"), sink("body", ["collect.stranger.example"])) == {["high", "low"]}

	# Numbers that are found in it.
	found := object.union(source("agent", "~/.openclaw/agents/main/sessions/….jsonl"), {"part": true})
	grades(found, sink("body", ["collect.stranger.example"])) == set()
}

# The first name of the table is told: one place may have several.
test_names_what_was_said if {
	found := rule.findings with input as given(source("agent", "~/.claude/projects/…"), sink("body", ["collect.stranger.example"]), plain)
	some f in found
	contains(f.message, "(what was said to an agent)")
}

test_fires_on_what_is_picked if {
	grades(source("picked", "what is called key, token"), sink("query", ["collect.stranger.example"])) == {["critical", "medium"]}
	grades(source("picked", "what is called key, token"), sink("body", ["webhook.site"])) == {["critical", "high"]}
	grades(source("picked", "what is called key, token"), sink("header", ["collect.stranger.example"])) == set()
	grades(source("picked", "what is called key, token"), sink("body", [])) == set()
}

test_fires_on_logins if {
	grades(source("login", "~/.aws/credentials"), sink("body", ["collect.stranger.example"])) == {["critical", "medium"]}
	grades(source("login", "~/.kube/config"), sink("body", ["webhook.site"])) == {["critical", "high"]}
	grades(source("login", "~/.netrc"), sink("header", ["collect.stranger.example"])) == {["high", "low"]}
}

test_fires_on_variables if {
	grades(source("variable", "OPENAI_API_KEY"), sink("body", ["collect.stranger.example"])) == {["high", "medium"]}
	grades(source("variable", "GITHUB_TOKEN"), sink("query", ["a.trycloudflare.com"])) == {["critical", "high"]}
	grades(source("variable", "DATABASE_URL"), sink("dns", ["*.t.stranger.example"])) == {["high", "medium"]}
}

test_fires_on_a_host_that_is_written_in_a_code if {
	hidden := object.union(sink("body", ["collect.stranger.example"]), {"veiled": true})
	grades(source("variable", "SOME_TOKEN"), hidden) == {["critical", "high"]}
	grades(source("login", "~/.netrc"), hidden) == {["critical", "high"]}
}

test_fires_on_settings_and_what_an_agent_keeps if {
	grades(source("settings", ".env"), sink("body", ["collect.stranger.example"])) == {["high", "medium"]}
	grades(source("agent", "~/.openclaw/openclaw.json"), sink("body", ["webhook.site"])) == {["critical", "high"]}
	grades(source("clipboard", "pyperclip.paste"), sink("body", ["webhook.site"])) == {["critical", "high"]}
}

test_tells_the_way if {
	found := rule.findings with input as given(source("key", "~/.ssh/id_rsa"), sink("body", ["collect.stranger.example"]), plain)
	some f in found
	[r.message | some r in f.related] == ["has scripts/a.py run", "~/.ssh/id_rsa is read here", "is kept in data"]
	contains(f.message, "collect.stranger.example")
}

severities(found) := {f.severity | some f in found}

test_fires_less_in_a_document if {
	to := object.union(sink("body", ["collect.stranger.example"]), {"file": "references/attacks.md"})
	severities(rule.findings) == {"medium"} with input as given(source("key", "~/.ssh/id_rsa"), to, plain)
}

silent(from, to, description) if {
	count(rule.findings) == 0 with input as given(from, to, description)
}

# A key that its issuer is sent, in the ways in which services ask for one.
test_silent_on_a_key_for_its_issuer if {
	every case in [
		["OPENAI_API_KEY", "api.openai.com"], ["TAVILY_API_KEY", "api.tavily.com"], ["GH_TOKEN", "api.github.com"],
		["IMGFLIP_PASS", "api.imgflip.com"], ["BAIDU_API_KEY", "qianfan.baidubce.com"], ["TELEGRAM_BOT_TOKEN", "api.telegram.org"],
	] {
		every channel in ["header", "query", "body", "path"] {
			silent(source("variable", case[0]), sink(channel, [case[1]]), plain)
		}
	}
}

test_silent_on_a_variable_of_the_service_that_the_skill_is_for if {
	silent(source("variable", "OPENAI_API_KEY"), sink("body", ["api.acme.example"]), plain)
	silent(source("variable", "GATEWAY_TOKEN"), sink("body", ["gate.example.com"]), "Talks to gate.example.com")
	silent(source("variable", "OPENAI_API_KEY"), sink("body", ["docs.linked.example"]), plain)
}

test_silent_on_a_variable_in_a_header_that_opens_a_service if silent(source("variable", "MY_API_KEY"), sink("header", ["api.other.example"]), plain)

test_silent_on_a_variable_that_goes_where_it_is_told if silent(source("variable", "OPENAI_API_KEY"), sink("body", []), plain)

test_silent_on_this_machine if {
	every kind in ["key", "environment", "login", "variable", "settings", "agent"] {
		silent(source(kind, "~/.ssh/id_rsa"), sink("body", ["localhost"]), plain)
		silent(source(kind, "~/.ssh/id_rsa"), sink("body", ["127.0.0.1"]), plain)
	}
}

test_silent_on_a_login_for_its_own_service if {
	silent(source("login", "~/.aws/credentials"), sink("body", ["sts.amazonaws.com"]), plain)
	silent(source("login", "~/.config/gh/hosts.yml"), sink("header", ["api.github.com"]), plain)
	silent(object.union(source("login", "~/.netrc"), {"part": true}), sink("header", ["api.other.example"]), plain)
}

test_silent_on_a_value_of_the_settings if {
	silent(object.union(source("settings", ".env"), {"part": true}), sink("body", ["api.other.example"]), plain)
	silent(source("settings", ".env"), sink("header", ["api.other.example"]), plain)
}

test_silent_on_what_an_agent_keeps_of_the_skill if silent(object.union(source("agent", "~/.openclaw/tool/list.txt"), {"part": true}), sink("path", ["api.other.example"]), plain)

test_silent_on_what_is_not_sent if {
	silent(source("network", "a.example.com"), object.union(sink("", []), {"kind": "evaluate"}), plain)
}

mirrored(address, lead) := {f.severity | some f in rule.findings with input as {"skill": {
	"manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": "Sets up a web server."}}},
	"body": {
		"uses": [], "orders": [], "commands": [], "chains": [], "links": [], "fences": [{"lang": "nginx", "span": {"start": {"line": 1}, "end": {"line": 9}}, "lead": lead}],
		"provisions": [{"kind": "mirror", "name": "mirror", "to": [address], "limited": false, "file": "SKILL.md", "span": {"start": {"line": 2}, "end": {"line": 3}}}],
	},
}}}

test_fires_on_mirrors_of_requests if {
	mirrored("https://edge.shadow-relay.net", "Write this:") == {"high"}
	mirrored("http://203.0.113.9:8080", "Write this:") == {"high"}
}

test_silent_on_mirrors_of_ones_own if {
	every address in ["http://staging:8080", "http://127.0.0.1:8080", "https://shadow.example.com", "https://copy.internal", "http://app.default.svc"] {
		mirrored(address, "Write this:") == set()
	}
	mirrored("https://edge.shadow-relay.net", "Never do this:") == set()
}

# Nobody expects a skill that does not speak of the clipboard to look there.
test_fires_on_the_clipboard_of_which_nothing_is_said if {
	grades(source("clipboard", "pyperclip.paste"), sink("body", ["collect.stranger.example"])) == {["high", "medium"]}
	found := {[f.severity, f.confidence] | some f in rule.findings} with input as given(source("clipboard", "pyperclip.paste"), sink("body", ["collect.stranger.example"]), "Translates what is on the clipboard.")
	found == {["high", "low"]}
}

# A service looks for who asks in some headers, and what stands in another one is only sent.
test_fires_on_a_key_in_another_header if {
	grades(source("variable", "OPENAI_API_KEY"), sink("field", ["collect.stranger.example"])) == {["high", "medium"]}
	grades(source("variable", "OPENAI_API_KEY"), sink("header", ["collect.stranger.example"])) == set()
}

test_fires_on_whoever_is_called_like_the_issuer if {
	grades(source("variable", "STRIPE_API_KEY"), sink("header", ["api.stripe-api.com"])) == {["high", "medium"]}
	grades(source("variable", "OPENAI_API_KEY"), sink("header", ["api.openai-proxy.io"])) == {["high", "medium"]}
	grades(source("variable", "STRIPE_API_KEY"), sink("header", ["api.stripe.com"])) == set()
	grades(source("variable", "OPENAI_API_KEY"), sink("header", ["acme.openai.azure.com"])) == set()
}
