# METADATA
# title: Old pair of security and ask
# description: >-
#   tools.exec.security and ask are the older spelling of mode. Some pairs
#   have no mode that means the same.
# custom:
#   severity: low
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["legacy-pair"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s is the older spelling of mode", [concat(" with ", [sprintf("%s: %q", [key, scope.value[key]]) | some key in old])]),
	"hint": hint(scope.value),
	"at": {"path": array.concat(scope.path, [old[0]]), "on": "key"},
} if {
	openclaw.whole
	some scope in openclaw.exec_scopes
	not scope.value.mode
	old := [key | some key in ["security", "ask"]; key in object.keys(scope.value)]
	count(old) > 0
}

modes := {
	"deny": {"off": "deny"},
	"allowlist": {"off": "allowlist", "on-miss": "ask"},
	"full": {"off": "full"},
}

default hint(_) := "no mode means exactly the same: choose one of deny, allowlist, ask, auto and full"

hint(exec) := sprintf("write mode: %q instead", [modes[exec.security][exec.ask]])

hint(exec) := "write mode: \"deny\" instead" if {
	exec.security == "deny"
	not exec.ask
}
