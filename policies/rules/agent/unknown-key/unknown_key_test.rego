package skillctl.rules.agent["unknown-key_test"]

import data.skillctl.rules.agent["unknown-key"] as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

severities(kind, keys, key) := {f.severity | some f in rule.findings with input as given(kind, {"role": "unknown", "keys": keys, "key": key})}

test_fires_on_settings if {
	every one in [["settings", "claude-settings", "allowEverything"], ["settings", "codex", "sandbox_mod"], ["servers", "server", "mcpServers.docs.runAs"], ["hooks", "run", "hooks.Stop.0.hooks.0.sudo"], ["settings", "opencode", "permissions"]] {
		severities(one[0], one[1], one[2]) == {"medium"}
	}
}

test_quiet_on_what_describes if {
	every one in [["prompt", "claude-prompt", "owner"], ["skill", "run", "hooks.Stop.0.hooks.0.x"], ["settings", "claude-plugin", "banner"], ["settings", "marketplace", "x"], ["settings", "gemini-extension", "x"]] {
		severities(one[0], one[1], one[2]) == {"low"}
	}
}

test_silent_on_what_is_known if {
	every role in ["run", "server", "grant", "guard", "asking", "variable"] {
		count(rule.findings) == 0 with input as given("settings", {"role": role, "key": "x"})
	}
}
