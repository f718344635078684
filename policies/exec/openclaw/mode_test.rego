package skillctl.exec.profiles.openclaw_test

import data.skillctl.exec.profiles.openclaw

effective_of(settings, request) := policy if {
	policy := openclaw.effective with input as document(settings, request, view([]))
}

strict_host := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"approvals": {"security": "allowlist", "ask": "always"}}}

test_stricter_wins if {
	effective_of(strict_host, {}) == {"security": "allowlist", "ask": "always"}
	openclaw.merged({"security": "deny", "ask": "off"}, {"security": "full", "ask": "on-miss"}) == {"security": "deny", "ask": "on-miss"}
}

test_mode if {
	effective_of({"exec": {"security": "full"}, "openclaw": {"mode": "ask"}}, {}) == {"security": "allowlist", "ask": "on-miss"}
	effective_of({"exec": {"security": "full"}, "openclaw": {"mode": "what"}}, {}) == {"security": "deny", "ask": "always"}
}

test_call_hardens if {
	quiet := {"exec": {"security": "allowlist", "ask": "off"}}
	effective_of(quiet, {"ask": "always"}).ask == "always"
	effective_of(quiet, {"ask": "always", "channel": "chat"}).ask == "off"
	effective_of({"exec": {"security": "allowlist", "ask": "always"}}, {"ask": "off"}).ask == "always"
}

test_elevated_full if {
	open := {"enabled": true, "allowed": true, "defaultLevel": "full"}
	full := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"elevated": open}}
	effective_of(full, {"elevated": true, "ask": "always"}) == {"security": "full", "ask": "off"}
	asking := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"elevated": open, "approvals": {"ask": "always"}}}
	effective_of(asking, {"elevated": true}).ask == "always"
}

test_requires if {
	openclaw.requires_approval({"ask": "always"})
	openclaw.requires_approval({"ask": "on-miss", "security": "allowlist", "durable": false, "analysed": true, "satisfied": false})
	not openclaw.requires_approval({"ask": "on-miss", "security": "allowlist", "durable": true, "analysed": true, "satisfied": false})
	not openclaw.requires_approval({"ask": "on-miss", "security": "full", "durable": false, "analysed": false, "satisfied": false})
}
