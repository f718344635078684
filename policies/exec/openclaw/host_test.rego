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
