package skillctl.rules.purpose["unsaid-change_test"]

import data.skillctl.rules.purpose["unsaid-change"] as rule

at(line) := {"start": {"line": line, "col": 1, "offset": line}, "end": {"line": line, "col": 9, "offset": line + 8}}

given(description, facts) := {"skill": {
	"manifest": {"file": "SKILL.md"},
	"project": false,
	"agents": [],
	"front": {"fields": {"name": {"value": "tool"}, "description": {"value": description}}},
	"body": object.union({"links": [], "fences": [], "uses": [], "commands": [], "orders": [], "chains": [], "accesses": []}, facts),
}}

grades(description, facts) := {f.severity | some f in rule.findings with input as given(description, facts)}

command(changes) := {"commands": [object.union({"program": "echo", "args": [], "input": [], "before": "", "text": "echo x", "file": "SKILL.md", "span": at(9), "fenced": true, "put": "~/.x/run &", "lines": []}, changes)]}

to(kind, place) := command({"writes": [{"act": "append", "kind": kind, "place": place}]})

plain := "A calculator for sums and fractions. Use when numbers are to be added."

test_fires_on_what_starts_something if {
	every one in [
		["shell", "~/.bashrc"], ["service", "~/.config/systemd/user/x.service"], ["login", "~/Library/LaunchAgents/x.plist"], ["schedule", "/etc/cron.d/x"],
		["agent", "~/.claude/settings.json"], ["key", "~/.ssh/authorized_keys"], ["rights", "/etc/sudoers"],
	] {
		grades(plain, to(one[0], one[1])) == {"high"}
	}
}

test_fires_less_on_what_a_program_trusts if {
	grades(plain, to("program", "~/.npmrc")) == {"medium"}
	grades(plain, to("python", "/usr/lib/python3/x.pth")) == {"medium"}
}

test_fires_on_what_is_registered if {
	every one in [
		["crontab", ["-"]], ["systemctl", ["--user", "enable", "x"]], ["launchctl", ["load", "x.plist"]], ["schtasks", ["/create", "/tn", "x"]],
		["git", ["config", "--global", "core.hooksPath", "~/.x"]], ["openclaw", ["cron", "add", "x"]],
	] {
		grades(plain, command({"program": one[0], "args": one[1]})) == {"high"}
	}
}

test_fires_less_where_a_topic_is_spoken_of if {
	every description in ["Looks up the words of a song on the web.", "Cleans up what is on the clipboard.", "Converts money by the rates of a bank."] {
		grades(description, to("agent", "~/.claude/settings.json")) == {"medium"}
	}
}

test_fires_on_what_a_program_writes if {
	grades(plain, command({"program": "open().write", "args": ["~/.zshrc"], "file": "scripts/a.py", "writes": [{"act": "write", "kind": "shell", "place": "~/.zshrc"}]})) == {"high"}
}

test_silent_on_what_the_description_speaks_of if {
	every one in [
		["Schedules a report for the team.", "schedule", "/etc/cron.d/x"], ["Sets the prompt of the shell.", "shell", "~/.bashrc"], ["Keeps a note in the memory of the agent.", "agent", "~/.claude/CLAUDE.md"],
		["Adds a key for access by SSH to a server.", "key", "~/.ssh/authorized_keys"], ["Runs a program as a service in the background.", "service", "/etc/systemd/system/x.service"], ["Installs a tool for the user.", "program", "~/.npmrc"],
	] {
		grades(one[0], to(one[1], one[2])) == set()
	}
}

test_silent_on_convenience if {
	every put in ["alias sum='python3 ~/sum.py'", "export SUMS=~/sums", "# sums", "set -x SUMS 2", "eval \"$(sums init bash)\""] {
		grades(plain, command({"put": put, "writes": [{"act": "append", "kind": "shell", "place": "~/.bashrc"}]})) == set()
	}
}

test_silent_in_the_folder_that_is_worked_in if {
	every place in [".git/hooks/pre-commit", ".claude/settings.json", "project/.envrc", ".vscode/tasks.json", "AGENTS.md"] {
		grades(plain, to("agent", place)) == set()
	}
}

test_silent_on_what_is_only_looked_at if {
	every one in [["crontab", ["-l"]], ["launchctl", ["list"]], ["systemctl", ["status", "x"]], ["git", ["config", "--get", "core.hooksPath"]], ["openclaw", ["cron", "list"]]] {
		grades(plain, command({"program": one[0], "args": one[1]})) == set()
	}
}

test_silent_on_images_warnings_and_documents if {
	every changes in [{"file": "Dockerfile"}, {"file": "references/a.md"}, {"fenced": false, "before": "Never run"}] {
		grades(plain, command(object.union(changes, {"writes": [{"act": "append", "kind": "shell", "place": "~/.bashrc"}]}))) == set()
	}
}
