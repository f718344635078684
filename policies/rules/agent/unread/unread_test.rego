package skillctl.rules.agent.unread_test

import data.skillctl.rules.agent.unread as rule

given(changes) := {"skill": {"project": true, "manifest": {"file": ""}, "agents": [object.union(
	{
		"file": ".claude/settings.json", "base": ".", "client": "Claude Code", "kind": "settings", "problem": "", "span": {"start": {"line": 0}}, "entries": [],
	},
	changes,
)]}}

test_fires_on_what_cannot_be_read if {
	every problem in ["it is no text", "it is longer than 1 MiB", "expected a value", "it is a link to something that was not read", "it could not be read"] {
		{f.severity | some f in rule.findings with input as given({"problem": problem})} == {"medium"}
		{f.severity | some f in rule.findings with input as given({"problem": problem, "span": {"start": {"line": 3}}})} == {"medium"}
	}
}

test_silent_on_what_was_read if {
	every kind in ["settings", "servers", "hooks", "prompt", "instructions", "code"] {
		count(rule.findings) == 0 with input as given({"kind": kind})
	}
}
