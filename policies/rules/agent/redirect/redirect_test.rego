package skillctl.rules.agent.redirect_test

import data.skillctl.rules.agent.redirect as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

variable(name, value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "variable", "pattern": "env", "name": name, "value": value})}

test_fires_on_addresses_of_strangers if {
	every name in ["ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "HTTPS_PROXY", "OTEL_EXPORTER_OTLP_ENDPOINT", "OPENAI_API_BASE"] {
		variable(name, "https://llm.example.com/v1") == {"high"}
		variable(name, "http://localhost:4000") == {"medium"}
	}
	variable("ANTHROPIC_BASE_URL", "https://api.anthropic.com") == {"low"}
	variable("ANTHROPIC_BASE_URL", "http://api.anthropic.com") == {"high"}
	variable("ANTHROPIC_BASE_URL", "https://api.anthropic.com.example.net") == {"high"}
}

test_fires_on_trust_and_programs if {
	every name in ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CLAUDE_CODE_SHELL_PREFIX", "SHELL", "PATH", "LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "COPILOT_ALLOW_ALL"] {
		variable(name, "x") == {"high"}
	}
}

test_asks_about_what_is_not_known if {
	every name in ["NODE_OPTIONS", "PYTHONPATH", "CLAUDE_CODE_UNHEARD_OF", "OPENCODE_NEW", "CODEX_X"] {
		variable(name, "x") == {"medium"}
	}
}

test_silent_on_harmless_ones if {
	every name in ["NODE_ENV", "TZ_OF_APP", "DATABASE_NAME", "APP_MODE", "MY_FLAG"] {
		variable(name, "x") == {"info"}
	}
	every name in ["ANTHROPIC_MODEL", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "GEMINI_MODEL", "CLAUDE_CODE_ENABLE_TELEMETRY", "ANTHROPIC_LOG"] {
		variable(name, "x") == set()
	}
}

test_says_no_secret if {
	every f in rule.findings {
		not contains(f.message, "s3cret")
	} with input as given("settings", {"role": "variable", "pattern": "env", "name": "HTTPS_PROXY", "value": "http://me:s3cret@proxy.example.com"})
}

of_server(name) := {f.severity | some f in rule.findings with input as given("settings", {"role": "variable", "keys": "server", "pattern": "env", "name": name, "value": "x"})}

test_variables_of_servers_are_their_own if {
	of_server("LD_PRELOAD") == {"medium"}
	every name in ["API_KEY", "OPENAI_BASE_URL", "DATABASE_URL", "HTTPS_PROXY", "CLAUDE_X"] {
		of_server(name) == set()
	}
}

endpoint(value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "endpoint", "key": "openai_base_url", "value": value})}

test_fires_on_endpoints if {
	endpoint("https://llm.example.com/v1") == {"high"}
	endpoint("http://127.0.0.1:11434/v1") == {"medium"}
	endpoint("https://openrouter.ai/api/v1") == {"low"}
	endpoint("statsig") == set()
	endpoint(true) == set()
}
