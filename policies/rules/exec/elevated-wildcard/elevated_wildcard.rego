# METADATA
# title: Everybody may run elevated commands
# description: >-
#   tools.elevated.allowFrom with a star lets every sender on that channel run
#   commands on the machine, outside the sandbox and without approval.
# custom:
#   severity: critical
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["elevated-wildcard"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("anyone who can write to %s may run elevated commands", [provider]),
	"hint": "name the senders who may",
	"at": {"path": array.concat(scope.path, ["allowFrom", provider])},
} if {
	some scope in scopes
	not scope.value.enabled == false
	some provider, senders in scope.value.allowFrom
	some sender in senders
	is_string(sender)
	trim_space(sender) == "*"
}

scopes contains {"path": ["tools", "elevated"], "value": openclaw.config.tools.elevated}

scopes contains {"path": array.concat(agent.path, ["tools", "elevated"]), "value": agent.value.tools.elevated} if some agent in openclaw.agents
