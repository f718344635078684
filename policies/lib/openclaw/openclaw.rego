# METADATA
# title: What the rules about OpenClaw share
# description: >-
#   Whether a skill is meant for OpenClaw, and the scopes of its configuration.
package skillctl.lib.openclaw

# meant: the operator's skills are for OpenClaw, or the skill itself says so.
meant if "openclaw" in input.hosts

meant if input.skill.openclaw.metadata.state == "read"

meant if input.skill.openclaw.metadata.mentions

meant if {
	some block in input.skill.openclaw.metadata.stray
	block.name != "requires"
}

# severity is what a finding about OpenClaw weighs: nothing but a remark where
# nobody speaks of OpenClaw.
default severity(_) := "info"

severity(wanted) := wanted if meant

# config is the document of an openclaw.json.
config := input.config.value if input.config.kind == "openclaw"

# agents are the places where settings of one agent stand.
agents contains {"path": ["agents", "entries", id], "id": id, "value": agent} if {
	some id, agent in config.agents.entries
}

agents contains {"path": ["agents", "list", i], "id": object.get(agent, "id", ""), "value": agent} if {
	some i, agent in config.agents.list
}

# exec_scopes are the objects that say how commands are run.
exec_scopes contains {"path": ["tools", "exec"], "value": config.tools.exec} if is_object(config.tools.exec)

exec_scopes contains {"path": array.concat(agent.path, ["tools", "exec"]), "value": agent.value.tools.exec} if {
	some agent in agents
	is_object(agent.value.tools.exec)
}

# sandbox_scopes are the objects that describe a sandbox, with what they
# inherit from the defaults.
sandbox_scopes contains {"path": ["agents", "defaults", "sandbox"], "value": sandbox_defaults, "merged": sandbox_defaults} if {
	is_object(config.agents.defaults.sandbox)
}

sandbox_scopes contains {"path": array.concat(agent.path, ["sandbox"]), "value": own, "merged": object.union(sandbox_defaults, own)} if {
	some agent in agents
	own := agent.value.sandbox
	is_object(own)
}

default sandbox_defaults := {}

sandbox_defaults := config.agents.defaults.sandbox if is_object(config.agents.defaults.sandbox)

# is_reference: the value is not the secret itself but says where it is.
is_reference(value) if is_object(value)

is_reference(value) if {
	is_string(value)
	regex.match(`^\$\{[A-Za-z_][A-Za-z0-9_]*\}$`, trim_space(value))
}
