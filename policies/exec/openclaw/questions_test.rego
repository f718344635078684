package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

test_questions if {
	openclaw.answered_safe_argv == {"profiled": false, "ok": false} with input as {"ask": {"bin": "nothing", "args": []}}
	openclaw.answered_safe_argv == {"profiled": true, "ok": true} with input as {"ask": {"bin": "wc", "args": ["-l"]}}
	openclaw.answered_match == null with input as {"ask": {"allowlist": [], "program": program("ls"), "argv": null}}
	openclaw.answered_match == "ls" with input as {"ask": {"allowlist": ["ls"], "program": program("ls"), "argv": ["ls"]}}
	openclaw.answered_requires == false with input as {"ask": {"ask": "off", "security": "full"}}
}
