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

naming(value, others) := {"skill": {"project": true, "manifest": {"file": ""}, "agents": array.concat(
	[{
		"file": "p/.claude-plugin/plugin.json", "base": ".", "client": "Claude Code", "kind": "settings", "problem": "", "span": {"start": {"line": 0}},
		"entries": [{"role": "file", "key": "hooks", "value": value, "span": {"start": {"line": 2}}}],
	}],
	[{"file": file, "base": ".", "client": "Claude Code", "kind": "hooks", "problem": "", "span": {"start": {"line": 0}}, "entries": []} | some file in others],
)}}

test_fires_on_a_file_that_was_not_read_as_that if {
	every case in [["./conf/h.json", []], ["conf/h.json", ["other/conf/h.json"]], ["./hooks.json", ["p/sub/hooks.json"]]] {
		{f.message | some f in rule.findings with input as naming(case[0], case[1])} == {sprintf("Claude Code takes hooks from %q, which was not read as that", [case[0]])}
	}
}

test_silent_on_a_file_that_was if {
	every case in [["./hooks/hooks.json", ["p/hooks/hooks.json"]], ["h.json", ["p/.claude-plugin/h.json"]]] {
		count(rule.findings) == 0 with input as naming(case[0], case[1])
	}
}

taking(value) := {f.severity | some f in rule.findings with input as given({"kind": "instructions", "entries": [{"role": "import", "key": sprintf("@%s", [value]), "value": value, "span": {"start": {"line": 2}}}]})}

test_fires_on_what_is_outside if {
	every value in ["../../x.md", "/etc/x.md", "~/../x.md", "~root/x.md"] {
		taking(value) == {"medium"}
	}
	taking("~/.claude/mine.md") == {"low"}
}
