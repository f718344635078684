package skillctl.exec_test

import data.skillctl.exec

request := {"kind": "exec", "profile": "strict", "request": {"env": {}}, "settings": {}, "facts": {}}

reason(effect) := {"effect": effect, "rule": "r", "message": "m"}

answers(given) := decided if {
	decided := exec.decision with input as request with data.skillctl.exec.profiles.strict.reasons as given
}

test_strictest_holds if {
	answers({reason("allow"), reason("ask")}).effect == "ask"
	answers({reason("allow"), reason("warn")}).effect == "warn"
	answers({reason("allow"), reason("deny"), reason("ask")}).effect == "deny"
}

test_silence_is_a_no if {
	silent := answers(set())
	silent.effect == "deny"
	some why in silent.reasons
	why.rule == "exec/silence"
}

test_warnings_alone_are_silence if {
	answers({reason("warn")}).effect == "deny"
}

test_operators_tighten_only if {
	loosened := exec.decision with input as request
		with data.skillctl.exec.profiles.strict.reasons as {reason("deny")}
		with data.skillctl.exec.operator as {"reasons": [{"policy": "p", "reason": reason("allow")}]}
	loosened.effect == "deny"
	tightened := exec.decision with input as request
		with data.skillctl.exec.profiles.strict.reasons as {reason("allow")}
		with data.skillctl.exec.operator as {"reasons": [{"policy": "p", "reason": reason("deny")}]}
	tightened.effect == "deny"
}

test_no_such_profile if {
	nobody := exec.decision with input as object.union(request, {"profile": "nobody"})
	nobody.effect == "deny"
}
