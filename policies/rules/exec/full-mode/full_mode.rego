# METADATA
# title: Every command runs without asking
# description: >-
#   mode full, or security full that does not always ask, lets OpenClaw run
#   every command outside of the sandbox, and asks nobody.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["full-mode"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s: every command runs without asking, whatever talks the agent into it", [concat(" with ", [sprintf("%s: %v", [key, json.marshal(scope.value[key])]) | some key in said])]),
	"hint": "set mode to ask, allowlist or deny, or run commands in the sandbox; `skillctl doctor --deep` shows what gets through",
	"at": {"path": array.concat(scope.path, [said[0]])},
} if {
	some scope in openclaw.exec_scopes
	said := [key | some key in ["mode", "security", "ask"]; key in object.keys(scope.value)]
	count(said) > 0
	whole := object.union(general(scope.path), scope.value)
	unasked(whole, scope.value)
	not openclaw.exec_elsewhere(whole)
}

# What an agent's own settings stand upon. Its mode replaces an outer pair, and its
# pair an outer mode.
default general(_) := {}

general(path) := openclaw.config.tools.exec if {
	path != ["tools", "exec"]
	is_object(openclaw.config.tools.exec)
}

unasked(_, own) if own.mode == "full"

unasked(whole, own) if {
	not own.mode
	security_of(whole, own) == "full"
	object.get(whole, "ask", "off") != "always"
}

security_of(_, own) := own.security if own.security

security_of(whole, own) := whole.security if {
	not own.security
	not whole.mode
}

security_of(whole, own) := "full" if {
	not own.security
	whole.mode == "full"
}
