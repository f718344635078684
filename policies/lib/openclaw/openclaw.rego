# METADATA
# title: What the rules about OpenClaw share
# description: >-
#   Whether a skill is meant for OpenClaw, and the scopes of its configuration.
package skillctl.lib.openclaw

import data.skillctl.lib.groups
import data.skillctl.lib.hosts

# meant: the operator's skills are for OpenClaw, or the skill itself says so.
meant if "openclaw" in input.hosts

meant if input.skill.openclaw.metadata.state == "read"

meant if input.skill.openclaw.metadata.mentions

meant if {
	some block in input.skill.openclaw.metadata.stray
	block.name != "requires"
}

# severity is what a finding about OpenClaw weighs: nothing but a remark where OpenClaw
# only might load the skill, and undefined where nobody speaks of it.
severity(wanted) := wanted if meant

severity(_) := "info" if {
	not meant
	"openclaw" in hosts.relevant
}

# config is the document of an openclaw.json.
config := input.config.value if {
	input.config.kind == "openclaw"
	is_object(input.config.value)
}

# agents are the places where settings of one agent stand.
# Every part of the configuration was read: only then a key that does not exist is
# really missing.
whole if not input.config.error

agents contains {"path": ["agents", "entries", id], "id": id, "value": agent} if {
	some id, agent in config.agents.entries
	is_object(agent)
}

agents contains {"path": ["agents", "list", i], "id": object.get(agent, "id", ""), "value": agent} if {
	some i, agent in config.agents.list
	is_object(agent)
}

# exec_scopes are the objects that say how commands are run.
exec_scopes contains {"path": ["tools", "exec"], "value": config.tools.exec} if is_object(config.tools.exec)

exec_scopes contains {"path": array.concat(agent.path, ["tools", "exec"]), "value": agent.value.tools.exec} if {
	some agent in agents
	is_object(agent.value.tools.exec)
}

# exec_elsewhere says that commands by these settings run in the sandbox, or not at all.
exec_elsewhere(exec) if exec.host == "sandbox"

exec_elsewhere(exec) if {
	sandbox_defaults.mode == "all"
	object.get(exec, "host", "auto") == "auto"
}

exec_elsewhere(_) if {
	some tool in config.tools.deny
	tool in {"exec", "group:runtime", "*"}
}

exec_elsewhere(_) if config.tools.profile in {"minimal", "messaging"}

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

# known_roots are the folders that OpenClaw loads skills from: those that a
# configuration of the run names or implies, and those that the user named when
# the skills are for OpenClaw.
known_roots[root.path] := root if {
	some root in input.set.roots
	root.kind != "given"
}

known_roots[root.path] := root if {
	some root in input.set.roots
	root.kind == "given"
	"openclaw" in input.hosts
}

# placed are the skills that stand in one of these folders.
placed contains skill if {
	some skill in input.set.skills
	skill.file == "SKILL.md"
	known_roots[skill.place.root]
}

# manifest is how a finding names the manifest of a skill of a set.
manifest(skill) := concat("/", [skill.path, skill.file])

# unseen is the folder of a path below a root that OpenClaw does not look into.
unseen(rel) := [segment | some segment in split(rel, "/"); passed_over(segment)][0]

passed_over("node_modules")

passed_over(segment) if {
	startswith(segment, ".")
	segment != "."
}

# settings are the OpenClaw configurations of the run.
settings contains entry if {
	some entry in input.set.configs
	entry.kind == "openclaw"
}

# bundled are the skills that come with OpenClaw, as far as known.
bundled(name) if name in data.skillctl.tables.openclaw_bundled.skills

# by_key, by_name and alike find the skills of a run, as indices, without going
# through all of them: alike by name, folder or key in lower case.
by_key := groups.by_key([[skill.openclaw.key, i] | some i, skill in input.set.skills])

by_name := groups.by_key([[skill.openclaw.name, i] | some i, skill in input.set.skills])

alike(word) := union({places | some field in ["name", "key", "dir"]; places := lower_case[field][word]})

lower_case := {
	"name": groups.by_key([[lower(skill.openclaw.name), i] | some i, skill in input.set.skills]),
	"key": groups.by_key([[lower(skill.openclaw.key), i] | some i, skill in input.set.skills]),
	"dir": groups.by_key([[lower(skill.dir), i] | some i, skill in input.set.skills; skill.openclaw]),
}
