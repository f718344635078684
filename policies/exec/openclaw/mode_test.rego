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

test_a_word_that_there_is_not_is_the_strictest if {
	every words in [[" full", "full"], ["full", "FULL"], ["odd", "odd"], ["", "allowlist"]] {
		openclaw.merged({"security": words[0], "ask": "off"}, {"security": words[1], "ask": "off"}) == {"security": "deny", "ask": "off"}
	}
	openclaw.merged({"security": "full", "ask": "never"}, {"security": "full", "ask": "off"}) == {"security": "full", "ask": "always"}
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

test_release if {
	unset := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"defaults": ["security", "ask"], "release": "2026.1"}}
	effective_of(unset, {}) == {"security": "allowlist", "ask": "on-miss"}
	half := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"defaults": ["ask"], "release": "2026.1"}}
	effective_of(half, {}) == {"security": "full", "ask": "on-miss"}
	newest := {"exec": {"security": "full", "ask": "off"}, "openclaw": {"defaults": ["security", "ask"], "release": "2026.9"}}
	effective_of(newest, {}) == {"security": "full", "ask": "off"}
}

test_lifted_floors if {
	floors := {"bypassHostApprovalFloors": true, "approvals": {"security": "deny", "ask": "always"}}
	effective_of({"exec": {"security": "allowlist", "ask": "off"}, "openclaw": floors}, {}) == {"security": "allowlist", "ask": "off"}
	effective_of({"exec": {"security": "deny", "ask": "off"}, "openclaw": floors}, {}).security == "deny"
}
