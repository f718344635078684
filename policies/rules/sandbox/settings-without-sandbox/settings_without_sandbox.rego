# METADATA
# title: Sandbox is configured but off
# description: >-
#   Settings of the container do nothing while sandbox.mode is off, which is its
#   default: commands run directly on the machine.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["settings-without-sandbox"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("the container is configured here, but sandbox.mode is %s: there is no sandbox, and commands run directly on the machine", [mode(scope.merged)]),
	"hint": "set sandbox.mode to all, or to non-main to leave the main session outside",
	"at": {"path": array.concat(scope.path, ["docker"]), "on": "key"},
} if {
	openclaw.whole
	some scope in openclaw.sandbox_scopes
	is_object(scope.value.docker)
	count(scope.value.docker) > 0
	object.get(scope.merged, "mode", "off") == "off"
	not on_for_some(scope)
}

mode(sandbox) := "off" if sandbox.mode

mode(sandbox) := "not set, which means off" if not sandbox.mode

# Defaults may be meant for the agents that switch the sandbox on.
on_for_some(scope) if {
	scope.path[1] == "defaults"
	some agent in openclaw.agents
	is_object(agent.value.sandbox)
	object.get(agent.value.sandbox, "mode", "off") != "off"
}
