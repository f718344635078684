package skillctl.rules.agent["guard-off_test"]

import data.skillctl.rules.agent["guard-off"] as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

severities(keys, pattern, value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "guard", "keys": keys, "pattern": pattern, "key": pattern, "value": value})}

test_fires_on_guards_that_are_off if {
	every one in [
		["claude-settings", "disableAllHooks", true], ["gemini-settings", "disableAllHooks", true], ["gemini-settings", "hooksConfig.enabled", false], ["gemini-settings", "hooksConfig.disabled", "policy"],
		["codex", "features.hooks", false], ["codex", "sandbox_mode", "danger-full-access"], ["gemini-settings", "security.folderTrust.enabled", false], ["claude-settings", "sandbox.enableWeakerNestedSandbox", true],
		["copilot-settings", "disableAllHooks", true], ["claude-settings", "disableAllHooks", "yes"],
	] {
		severities(one[0], one[1], one[2]) == {"high"}
	}
}

test_asks_about_weaker_guards if {
	every one in [
		["claude-settings", "disableSkillShellExecution", false], ["claude-settings", "sandbox.enabled", false], ["codex", "sandbox_workspace_write.network_access", true],
		["gemini-settings", "tools.sandbox", false], ["claude-settings", "allowManagedHooksOnly", false], ["opencode", "share", "auto"],
	] {
		severities(one[0], one[1], one[2]) == {"medium"}
	}
}

test_silent_on_guards_that_are_on if {
	every one in [
		["claude-settings", "disableAllHooks", false], ["gemini-settings", "hooksConfig.enabled", true], ["codex", "features.hooks", true], ["codex", "sandbox_mode", "read-only"],
		["gemini-settings", "tools.sandbox", "docker"], ["claude-settings", "disableSkillShellExecution", true],
	] {
		severities(one[0], one[1], one[2]) == set()
	}
}
