# Single questions about OpenClaw's rules, each asked with its own input: what
# the conformance suite compares one by one.
package skillctl.exec.profiles.openclaw

answered_target := target(input.ask)

answered_merge := merged(input.ask.a, input.ask.b)

answered_mode := mode_policy(input.ask)

default answered_requires := false

answered_requires if requires_approval(input.ask)

default answered_safe_argv := {"profiled": false, "ok": false}

answered_safe_argv := {"profiled": true, "ok": object.get({true: true}, safe_answer, false)} if {
	safe_profiles[input.ask.bin]
}

default safe_answer := false

safe_answer if safe_argv(input.ask.bin, input.ask.args)

default answered_match := null

answered_match := entry.raw if {
	entry := matched(entries_of(input.ask.allowlist), input.ask.program, input.ask.argv, "")
}

answered_overrides := {"blocked": sort(judged.blocked), "invalid": sort(judged.invalid), "accepted": judged.accepted} if {
	judged := overrides(input.ask)
}

answered_inherited := inherited(input.ask)

answered_shell := shell_overrides(input.ask)
