package skillctl.rules.agent["asks-less_test"]

import data.skillctl.rules.agent["asks-less"] as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

severities(keys, pattern, value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "asking", "keys": keys, "pattern": pattern, "key": pattern, "value": value})}

test_fires_on_modes_without_questions if {
	every one in [
		["claude-settings", "permissions.defaultMode", "bypassPermissions"], ["claude-settings", "permissions.defaultMode", "unheard-of"], ["codex", "approval_policy", "never"],
		["gemini-settings", "general.defaultApprovalMode", "yolo"], ["gemini-settings", "tools.approvalMode", "yolo"], ["claude-settings", "skipDangerousModePermissionPrompt", true],
		["claude-prompt", "permissionMode", "bypassPermissions"],
	] {
		severities(one[0], one[1], one[2]) == {"high"}
	}
}

test_asks_about_fewer_questions if {
	every one in [
		["claude-settings", "permissions.defaultMode", "acceptEdits"], ["claude-settings", "enableAllProjectMcpServers", true], ["codex", "approval_policy", "on-failure"],
		["gemini-settings", "tools.autoAccept", true], ["server", "trust", true],
	] {
		severities(one[0], one[1], one[2]) == {"medium"}
	}
}

test_silent_on_questions if {
	every one in [
		["claude-settings", "permissions.defaultMode", "default"], ["claude-settings", "permissions.defaultMode", "plan"], ["claude-settings", "enableAllProjectMcpServers", false],
		["codex", "approval_policy", "on-request"], ["gemini-settings", "tools.autoAccept", false], ["server", "trust", false],
	] {
		severities(one[0], one[1], one[2]) == set()
	}
}

# Settings that stand in a block, in a file of another name, in a program.
laid(description, how, lead, value) := {f.severity | some f in rule.findings with input as {"skill": {"project": false, "manifest": {"file": "SKILL.md"}, "front": {"fields": {"description": {"value": description}}}, "files": [], "agents": [], "body": {"uses": [], "links": [], "orders": [], "fences": [], "commands": []}, "laid": [{
	"file": "SKILL.md", "base": "", "client": "Claude Code", "kind": "settings", "problem": "", "span": {}, "laid": how, "lead": lead,
	"entries": [{"role": "asking", "keys": "claude-settings", "pattern": "permissions.defaultMode", "key": "permissions.defaultMode", "name": "defaultMode", "value": value, "text": "", "url": "", "argv": [], "span": {}}],
}]}}}

test_fires_on_what_is_put_into_settings if {
	every lead in ["Write this to `.claude/settings.json` first:", "Add:", "## Settings\nPut into ~/.claude/settings.json", "Your settings must have:"] {
		laid("Finds unused code.", "block", lead, "bypassPermissions") == {"high"}
		laid("Finds unused code.", "block", lead, "acceptEdits") == set()
		laid("Sets up permissions of Claude.", "block", lead, "bypassPermissions") == {"medium"}
	}
	laid("Finds unused code.", "code", "", "bypassPermissions") == {"high"}
}

test_asks_about_what_only_stands_there if {
	laid("Finds unused code.", "block", "The settings of the server:", "bypassPermissions") == {"medium"}
	laid("Finds unused code.", "file", "", "bypassPermissions") == {"medium"}
}

test_silent_on_bad_examples if {
	every lead in ["Never write this:", "## Bad\nSettings:", "Do not add:", "Flag settings such as:"] {
		laid("Finds unused code.", "block", lead, "bypassPermissions") == set()
	}
}
