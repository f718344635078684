package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

test_target if {
	openclaw.target({}) == {"selected": "auto", "effective": "gateway"}
	openclaw.target({"sandboxAvailable": true}) == {"selected": "auto", "effective": "sandbox"}
	openclaw.target({"host": " NODE "}) == {"selected": "node", "effective": "node"}
	openclaw.target({"host": "there"}) == {"refused": "invalid"}
	openclaw.target({"host": "gateway", "sandboxAvailable": true}) == {"refused": "not-allowed"}
	openclaw.target({"host": "sandbox", "elevated": true}) == {"selected": "gateway", "effective": "gateway"}
	openclaw.target({"configuredHost": "node", "host": "node"}) == {"selected": "node", "effective": "node"}
	openclaw.target({"configuredHost": "node", "elevated": true}) == {"selected": "node", "effective": "node"}
}

test_sandbox_required if {
	openclaw.target({"sandboxRequired": true}) == {"refused": "sandbox-required"}
	openclaw.target({"sandboxRequired": true, "sandboxAvailable": true, "elevated": true}) == {"refused": "sandbox-required"}
	openclaw.target({"sandboxRequired": true, "sandboxAvailable": true, "configuredHost": "node"}) == {"selected": "auto", "effective": "sandbox"}
	openclaw.target({"sandboxRequired": true, "sandboxAvailable": true, "host": "gateway"}) == {"refused": "not-allowed"}
}

may_elevate(elevated, request) if {
	openclaw.elevation_open with input as document({"openclaw": {"elevated": elevated}}, request, view([]))
}

test_elevated_by_sender if {
	listed := {"enabled": true, "allowFrom": {"telegram": ["7", "telegram:8"], "discord": ["*"]}}
	may_elevate(listed, {"channel": "telegram", "sender": "7"})
	may_elevate(listed, {"channel": " Telegram ", "sender": "telegram:7"})
	may_elevate(listed, {"channel": "discord"})
	not may_elevate(listed, {"channel": "telegram"})
	not may_elevate(listed, {"channel": "telegram", "sender": "9"})
	not may_elevate(listed, {"channel": "slack", "sender": "7"})
	not may_elevate(listed, {"sender": "7"})
	not may_elevate(object.union(listed, {"enabled": false}), {"channel": "telegram", "sender": "7"})
	not may_elevate(object.union(listed, {"allowed": false}), {"channel": "telegram", "sender": "7"})
}

test_elevated_by_two_lists if {
	both := {"enabled": true, "allowFrom": {"telegram": ["7", "8"]}, "alsoFrom": {"telegram": ["8"]}}
	may_elevate(both, {"channel": "telegram", "sender": "8"})
	not may_elevate(both, {"channel": "telegram", "sender": "7"})
}
