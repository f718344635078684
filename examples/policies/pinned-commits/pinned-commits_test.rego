package skillctl.user.install.pinned_commits_test

import data.skillctl.user.install.pinned_commits as policy

asked(kind, mutable) := {"request": {"host": "skillctl", "action": {"kind": "skill-install"}, "origin": {"type": kind}, "source": {"kind": kind, "mutable": mutable}}}

test_branches_are_denied if count(policy.reasons) == 1 with input as asked("git", true)

test_commits_pass if count(policy.reasons) == 0 with input as asked("git", false)

test_folders_pass if count(policy.reasons) == 0 with input as asked("local-path", true)

test_unknown_origins_are_denied if {
	count(policy.reasons) == 1 with input as {"request": {"host": "openclaw", "action": {"kind": "skill-install"}, "origin": {"type": "x"}}}
}
