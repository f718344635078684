package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

test_overrides if {
	openclaw.overrides({"LD_PRELOAD": "x", " lang ": "C", "é": "1", "PAGER": "cat", "GIT_PAGER": "less", "N": 1}) == {
		"blocked": {"LD_PRELOAD", "GIT_PAGER"}, "invalid": {"é"}, "accepted": {"lang": "C", "PAGER": ""},
	}
	openclaw.overrides({"CARGO_TARGET_X_RUNNER": "x"}).blocked == {"CARGO_TARGET_X_RUNNER"}
}

test_inherited if {
	openclaw.inherited({"PATH": "/bin", "LD_PRELOAD": "x", "GIT_ALLOW_PROTOCOL": "https:ext", "GIT_PROTOCOL_FROM_USER": "1"}) == {
		"PATH": "/bin", "GIT_ALLOW_PROTOCOL": "https", "GIT_PROTOCOL_FROM_USER": "0",
	}
}

test_shell_keeps_little if {
	openclaw.shell_overrides({"TERM": "x", "LC_TIME": "C", "PAGER": "", "FOO": "1"}) == {"TERM": "x", "LC_TIME": "C", "PAGER": ""}
}
