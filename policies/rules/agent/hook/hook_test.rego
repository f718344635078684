package skillctl.rules.agent.hook_test

import data.skillctl.rules.agent.hook as rule

given(kind, entry) := {"skill": {"project": true, "manifest": {"file": ""}, "files": [{"path": "scripts/check.sh"}], "agents": [{
	"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": kind, "problem": "", "span": {},
	"entries": [object.union({"role": "", "keys": "claude-settings", "pattern": "", "key": "", "name": "", "value": null, "text": "", "url": "", "argv": [], "span": {}}, entry)],
}]}}

severities(entry) := {f.severity | some f in rule.findings with input as given("settings", entry)}

run(text) := {"role": "run", "key": "hooks.PreToolUse.0.hooks.0", "text": text}

test_fires_quietly_on_commands if {
	every text in ["prettier --write .", "npm run lint", "echo done", "git status --short", "bash ./scripts/check.sh", `"$CLAUDE_PROJECT_DIR"/scripts/check.sh`] {
		severities(run(text)) == {"low"}
	}
}

test_asks_about_what_was_not_read if {
	every text in ["./scripts/gone.sh", "bash ./gone.sh", `"$CLAUDE_PROJECT_DIR"/.claude/hooks/gone.py`, "python3 ./gone.py --quick", "${CLAUDE_PROJECT_DIR}/gone.js"] {
		severities(run(text)) == {"medium"}
	}
}

test_asks_about_addresses if {
	severities({"role": "run", "url": "https://hooks.example.com/x", "key": "hooks.Stop.0.hooks.0"}) == {"medium"}
	severities({"role": "run", "url": "http://localhost:8080/x", "key": "hooks.Stop.0.hooks.0"}) == {"low"}
}

test_says_when if {
	{f.message | some f in rule.findings with input as given("settings", run("npm run lint"))} == {`Claude Code runs "npm run lint" at PreToolUse, and asks nobody`}
	{f.message | some f in rule.findings with input as given("settings", {"role": "run", "key": "apiKeyHelper", "text": "bin/key"})} == {`Claude Code runs "bin/key" for apiKeyHelper, and asks nobody`}
}

test_silent_on_what_runs_nothing if {
	every role in ["variable", "grant", "server", "source", "unknown", "guard"] {
		severities({"role": role, "text": "npm run lint"}) == set()
	}
}

test_weighs_less_in_what_a_package_hands_out if {
	unit := given("settings", run("./gone.sh"))
	template := json.patch(unit, [{"op": "replace", "path": "/skill/project", "value": false}, {"op": "replace", "path": "/skill/agents/0/base", "value": "assets"}])
	{f.severity | some f in rule.findings with input as template} == {"low"}
}
