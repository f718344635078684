# METADATA
# title: Shared sandbox ignores the settings of an agent
# description: >-
#   With scope shared all agents use one container, made from the defaults:
#   docker, browser and prune of a single agent have no effect.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["shared-ignores-agent"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("the sandbox is shared, so %s of this agent has no effect", [key]),
	"hint": "set scope to agent for this agent, or move the settings to agents.defaults.sandbox",
	"at": {"path": array.concat(scope.path, [key]), "on": "key"},
} if {
	some scope in openclaw.sandbox_scopes
	scope.path[1] != "defaults"
	scope.merged.scope == "shared"
	some key in ["docker", "browser", "prune"]
	is_object(scope.value[key])
	count(scope.value[key]) > 0
}
