# METADATA
# title: Commands sent to a sandbox that is off
# description: >-
#   With host sandbox and no sandbox, OpenClaw refuses every command.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.exec["sandbox-missing"]

import data.skillctl.lib.openclaw

findings contains {
	"message": "commands should run in the sandbox, but sandbox.mode is off: every command is refused",
	"hint": "set agents.defaults.sandbox.mode to all, or host to gateway with a mode other than full",
	"at": {"path": ["tools", "exec", "host"]},
} if {
	openclaw.config.tools.exec.host == "sandbox"
	openclaw.whole
	off(openclaw.sandbox_defaults)
	not some_agent_has_one
}

findings contains {
	"message": sprintf("commands of %v should run in the sandbox, but its sandbox.mode is off: every command is refused", [agent.id]),
	"hint": "set sandbox.mode of the agent to all",
	"at": {"path": array.concat(agent.path, ["tools", "exec", "host"])},
} if {
	openclaw.whole
	some agent in openclaw.agents
	agent.value.tools.exec.host == "sandbox"
	off(object.union(openclaw.sandbox_defaults, own(agent)))
}

default own(_) := {}

own(agent) := agent.value.sandbox if is_object(agent.value.sandbox)

off(sandbox) if object.get(sandbox, "mode", "off") == "off"

some_agent_has_one if {
	some agent in openclaw.agents
	object.get(own(agent), "mode", "off") != "off"
}
