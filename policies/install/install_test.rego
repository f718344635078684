package skillctl.install_test

import data.skillctl.install

test_sound_skill if {
	decided(base) == "allow"
	objections(base) == set()
}

test_sound_plugin if {
	decided(plugin_asked) == "allow"
	objections(plugin_asked) == set()
}

test_silence_is_a_no if {
	unknown := requested({"origin": {"type": "x"}, "target": {"type": "y"}})
	decided(unknown) == "deny"
}

# A skill that is only named differently is worth a warning.
warned(changes) := object.union(requested({"target": {"name": "greeter"}}), changes)

test_warnings_of_hosts_that_know_them if {
	every version in ["2026.8.1", "2026.8.1-1", "2026.9.6", "2026.10.0", "2027.1.1", "2026.8.10+b.1"] {
		decided(warned({"request": {"version": version}})) == "warn"
	}
	decided(warned({"request": {"host": "skillctl", "version": ""}})) == "warn"
}

test_warnings_of_hosts_that_do_not if {
	every version in ["2026.7.9", "2026.6.5", "2026.8.0", "2026.8.1-beta.1", "2025.12.31", "", "x", "2026", "v2026.9.6", "99999999999.1.1"] {
		document := warned({"request": {"version": version}})
		decided(document) == "deny"
		"install/openclaw/warning" in objections(document)
	}
}

test_warnings_as_consent if {
	document := warned({"request": {"version": "2026.6.5"}, "settings": {"openclaw": {"warnAs": "allow"}}})
	decided(document) == "allow"
	document_denied := object.union(document, {"facts": {"empty": true}})
	decided(document_denied) == "deny"
}

test_operator_tightens if {
	denied := {{"policy": "skillctl.user.install.a", "reason": {"rule": "mine", "effect": "deny", "message": "m"}}}
	install.decision.effect == "deny" with input as base with data.skillctl.install.operator.reasons as denied
	asking := {{"policy": "skillctl.user.install.a", "reason": {"effect": "ask", "message": "m"}}}
	install.decision.effect == "warn" with input as base with data.skillctl.install.operator.reasons as asking
	bare := {{"policy": "skillctl.user.install.a", "reason": "no"}}
	install.decision.effect == "deny" with input as base with data.skillctl.install.operator.reasons as bare
}

test_operator_allows_nothing if {
	allowing := {{"policy": "skillctl.user.install.a", "reason": {"effect": "allow", "message": "m"}}}
	document := requested({"origin": {"type": "x"}})
	install.decision.effect == "deny" with input as document with data.skillctl.install.operator.reasons as allowing
}
