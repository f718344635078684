package skillctl.rules.agent.server_test

import data.skillctl.rules.agent.server as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

severities(entry) := {f.severity | some f in rule.findings with input as given("settings", entry)}

test_fires_quietly_on_servers if {
	every entry in [
		{"text": "npx -y @example/server"}, {"text": "node server.js"}, {"text": "uvx example"},
		{"url": "https://mcp.example.com/sse"}, {"url": "http://localhost:3000/mcp"}, {"url": "http://127.0.0.1:3000"}, {"url": "${MCP_URL}"},
	] {
		severities(object.union({"role": "server", "name": "docs"}, entry)) == {"low"}
	}
}

test_asks_about_what_is_not_enciphered if {
	every url in ["http://mcp.example.com/sse", "ws://mcp.example.com", "HTTP://mcp.example.com", "mcp.example.com:80", "http://203.0.113.7/mcp"] {
		severities({"role": "server", "name": "docs", "url": url}) == {"medium"}
	}
}

test_silent_on_other_roles if {
	every role in ["run", "variable", "grant", "source", "unknown"] {
		severities({"role": role, "url": "http://mcp.example.com"}) == set()
	}
}
