package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

ls := facts([command(0, ["ls"])])

test_allows_what_is_named if {
	effects(strict.reasons) == {"allow"} with input as document({"allowlist": ["ls"]}, ls)
}

test_security_deny if {
	effects(strict.reasons) == {"deny"} with input as document({"security": "deny", "allowlist": ["ls"]}, ls)
}

test_unknown_security_denies if {
	effects(strict.reasons) == {"deny"} with input as document({"security": "loose", "allowlist": ["ls"]}, ls)
}

test_security_full if {
	effects(strict.reasons) == {"allow"} with input as document({"security": "full"}, ls)
}

test_asks_on_a_miss if {
	effects(strict.reasons) == {"ask"} with input as document({"ask": "on-miss"}, ls)
}

test_nobody_to_ask if {
	asked := object.union(document({"ask": "on-miss"}, ls), {"request": {"approver": false}})
	effects(strict.reasons) == {"deny"} with input as asked
}

test_approved if {
	approved := object.union(document({"ask": "on-miss"}, ls), {"request": {"approved": true}})
	effects(strict.reasons) == {"allow"} with input as approved
}

test_always_asks if {
	effects(strict.reasons) == {"allow", "ask"} with input as document({"ask": "always", "allowlist": ["ls"]}, ls)
}

test_fallback_lets_granted_run if {
	unattended := object.union(document({"ask": "always", "askFallback": "allowlist", "allowlist": ["ls"]}, ls), {"request": {"approver": false}})
	effects(strict.reasons) == {"allow"} with input as unattended
}
