package skillctl.exec.profiles.zeroclaw_scope_test

import data.skillctl.exec.profiles.zeroclaw

resolved(path, settings) := answer if {
	answer := zeroclaw.resolved with input as {"path": path, "settings": {"zeroclaw": settings}, "request": {"cwd": "/x/ws", "env": {"HOME": "/home/user"}}}
}

test_state_files_are_protected_beside_the_workspace if {
	settings := {"workspace_dir": "/i/ws", "data_dir": "/i/data", "config_path": "/c/config.toml"}
	every path in ["/i/config.toml", "/i/config.toml.bak", "/i/.config.toml.tmp-7", "/i/data/otp-secret", "/c/estop-state.json"] {
		resolved(path, settings).protected
	}
	every path in ["/i/ws/config.toml", "/i/notes.md", "/i/data/cache", "/i/deep/er/otp-secret"] {
		not resolved(path, settings).protected
	}
}

test_tool_paths_belong_to_the_workspace if {
	resolved("a/b", {}).tool_path == "/x/ws/a/b"
	resolved("x/ws/a", {}).tool_path == "/x/ws/a"
	resolved("~/a", {}).tool_path == "/home/user/a"
	resolved("/a", {}).tool_path == "/a"
	resolved(`Z\ws\a`, {"workspace_dir": `C:\Z\ws`}).tool_path == `C:\Z\ws/a`
}

offered(name, settings) := answer if {
	answer := zeroclaw.tool with input as {"tool": name, "settings": {"zeroclaw": settings}}
}

test_tools if {
	offered("shell", {}).allowed
	not offered("shell", {"allowed_tools": []}).allowed
	not offered("shell", {"allowed_tools": ["shell"], "excluded_tools": ["shell"]}).allowed
	offered("x", {"excluded_tools": ["x"]}).excluded
	not offered("y", {"excluded_tools": ["x"]}).excluded
}

widened(child, parent) := answer if {
	answer := zeroclaw.escalation.error with input as {"settings": {"zeroclaw": child}, "parent": parent, "request": {}}
}

test_a_sub_agent_may_narrow if {
	parent := {"allowed_commands": ["Git", "ls"], "allowed_roots": ["/p"], "shell_env_passthrough": ["A"]}
	widened({"allowed_commands": ["git"], "allowed_roots": ["/p/a"], "allowed_roots_read_only": ["/p"], "level": "readonly"}, parent) == null
}

test_a_sub_agent_may_not_widen if {
	widened({"level": "full"}, {}) == "subagent autonomy=Full exceeds parent's Supervised"
	widened({"allowed_roots": ["/p2"]}, {"allowed_roots": ["/p"]}) == `subagent allowed_roots entry "/p2" is not contained within any of the parent's allowed_roots entries`
	widened({"allowed_roots_write_only": ["/p2"]}, {}) == `subagent allowed_roots_write_only entry "/p2" is not contained within the parent's allowed_roots or allowed_roots_write_only`
	widened({"allowed_commands": ["rm"]}, {}) == `subagent allowed_commands entry "rm" is not present on the parent's allowed_commands`
	widened({"workspace_only": false}, {}) == "subagent attempts to disable workspace_only but the parent enforces it"
	widened({"forbidden_paths": []}, {"forbidden_paths": ["/etc"]}) == `subagent drops forbidden_paths entry "/etc" that the parent enforces`
	widened({"shell_env_passthrough": ["B"]}, {}) == `subagent shell_env_passthrough entry "B" is not present on the parent's list`
	widened({"shell_timeout_secs": 61}, {}) == "subagent shell_timeout_secs=61 exceeds parent's 60"
	widened({"block_high_risk_commands": false}, {}) == "subagent attempts to set block_high_risk_commands=false but the parent enforces it"
	widened({"require_approval_for_medium_risk": false}, {}) == "subagent attempts to set require_approval_for_medium_risk=false but the parent enforces it"
}
