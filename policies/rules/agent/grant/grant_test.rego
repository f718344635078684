package skillctl.rules.agent.grant_test

import data.skillctl.rules.agent.grant as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

grants(kind, value) := {f.severity | some f in rule.findings with input as given(kind, {"role": "grant", "value": value})}

test_fires_on_all_commands if {
	every value in ["Bash", "Bash(*)", "Bash(:*)", "*", "mcp__*", "run_shell_command", "Monitor", "Shell(**)", "Bash(* *)", "PowerShell", "exec(*)"] {
		grants("settings", value) == {"high"}
		grants("prompt", value) == {"medium"}
		grants("skill", value) == {"low"}
	}
}

test_asks_about_wide_ones if {
	every value in [
		"Bash(npm:*)", "Bash(python3:*)", "Bash(curl *)", "Bash(sudo apt install:*)", "Bash(bash -c:*)", "Bash(env FOO=1:*)", "WebFetch", "WebFetch(domain:*)",
		"Read(//etc/**)", "Read(~/.ssh/**)", "Edit", "Write(*)", 7,
	] {
		grants("settings", value) == {"medium"}
	}
}

test_quiet_on_narrow_ones if {
	every value in [
		"Bash(npm run test)", "Bash(npm run test:*)", "Bash(git status:*)", "Bash(ls:*)", "Bash(go test ./...)", "WebFetch(domain:docs.example.com)",
		"Edit(src/**)", "mcp__docs__search", "Bash(wc:*)",
	] {
		grants("settings", value) == {"low"}
	}
	every value in ["Read", "Grep", "Glob(**)", "WebSearch", "Read(src/**)"] {
		grants("settings", value) == set()
	}
}

permits(key, value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "permission", "key": key, "value": value})}

test_fires_on_what_is_allowed_by_name if {
	permits("permission", "allow") == {"high"}
	permits("permission.bash", "allow") == {"high"}
	permits("permission.bash.*", "allow") == {"high"}
	permits("agent.build.permission.bash", "allow") == {"high"}
	permits("permission.bash.npm *", "allow") == {"medium"}
	permits("permission.edit", "allow") == {"low"}
	permits("permission.edit", "perhaps") == {"medium"}
	permits("permission.bash", "ask") == set()
	permits("permission.bash.rm *", "deny") == set()
}

reaches(value) := {f.severity | some f in rule.findings with input as given("settings", {"role": "reach", "key": "permissions.additionalDirectories", "value": value})}

test_asks_about_what_is_outside if {
	every value in ["/", "~/.ssh", "../secrets", "*", "https://a.example/orders.md"] {
		reaches(value) == {"medium"}
	}
	every value in ["docs", "./packages", "docs.example.com", true, "npm"] {
		reaches(value) == {"low"}
	}
}

test_silent_on_other_roles if {
	every role in ["run", "server", "variable", "guard", "asking", "unknown"] {
		count(rule.findings) == 0 with input as given("settings", {"role": role, "value": "Bash(*)"})
	}
}
