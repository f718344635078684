package skillctl.install_test

import data.skillctl.install

known := {
	"kind": "account", "value": "git.example/mallory", "reason": "it published a wiper", "reference": "ADV-7",
	"ended": false, "text": "git.example/mallory", "in": "origin",
}

denied_as_listed(changes) := {r.message |
	some r in install.reasons with input as {"facts": {"listed": [object.union(known, changes)]}}
	r.rule == "install/intel/listed"
	r.effect == "deny"
}

test_denies_what_is_listed if {
	denied_as_listed({}) == {"git.example/mallory is known to be bad: it published a wiper (ADV-7)"}
}

test_silent_on_what_has_ended if denied_as_listed({"ended": true}) == set()
