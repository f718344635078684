# METADATA
# title: Where a command runs, and within what limits
# description: >-
#   Draws the boundary of a decision (#Boundary of schema/boundary.cue) from the
#   operator's settings for runs, from the request, which can only narrow it, and
#   from the machine. A boundary that cannot be drawn, or would differ from the
#   settings, is a reason to deny. Without facts about a machine none is drawn.
package skillctl.exec.boundary

import data.skillctl.lib.exec.units

table := data.skillctl.tables.boundary

run := input.settings.run

machine := input.machine

container := run.docker

# The whole boundary; undefined where something that it needs is missing.
drawn := object.union_n([
	{
		"host": host,
		"sandbox": sandbox,
		"workspace": {"path": machine.workdir, "access": access, "roots": sort(roots)},
		"read": sort(readable - hidden),
		"write": sort(writable - hidden),
		"hide": sort(covered),
		"protect": sort(kept),
		"network": run.network,
		"environment": object.union_n([
			{"pass": sort(passed), "pathPrepend": [place | some path in run.pathPrepend; some place in source_of(path)]},
			skill_variables, container_variables,
		]),
		"limits": limits,
	},
	egress, node_name, docker, output, shows,
])

# Where it runs.

host := placement.host

wish := known_host(lower(trim_space(object.get(input.request, "host", ""))))

known_host(name) := "node" if {
	name in {"", "auto"}
	object.get(input.request, "node", "") != ""
} else := "auto" if {
	name == ""
} else := name if {
	name in {"auto", "sandbox", "gateway", "node"}
} else := "invalid"

elevated if input.request.elevated == true

contained if run.sandbox == "docker"

# As in OpenClaw, a request may choose another placement than the settings only
# when these say "auto", and may not avoid a sandbox that they require.
placement := {"refused": sprintf("the placement %q does not exist; use auto, sandbox, gateway or node", [input.request.host]), "setting": ["run", "host"]} if {
	wish == "invalid"
} else := {"refused": "the request asks to run elevated, which a sandbox cannot do, and the settings require a sandbox", "setting": ["run", "host"]} if {
	elevated
	"sandbox" in {run.host, wish}
} else := {"host": object.get({"node": "node"}, chosen, "gateway")} if {
	elevated
	granted
} else := {"host": chosen} if {
	granted
} else := {"refused": sprintf("the request asks for placement %q, but the settings say %q", [wish, settled]), "setting": ["run", "host"]}

settled := "sandbox" if {
	run.host == "auto"
	contained
} else := run.host

granted if wish == "auto"

granted if wish == run.host

granted if {
	run.host == "auto"
	wish == "sandbox"
}

granted if {
	run.host == "auto"
	not contained
}

granted if {
	run.host == "auto"
	wish == settled
}

chosen := wish if {
	wish != "auto"
} else := "gateway" if {
	settled == "auto"
} else := settled

# The sandbox.

sandbox := "docker" if {
	host in {"sandbox", "node"}
} else := table.auto[machine.os] if {
	run.sandbox == "auto"
} else := table.auto[machine.os] if {
	contained
	elevated
} else := run.sandbox if {
	run.sandbox != "auto"
}

# The engine of another machine.

requested_node := object.get(input.request, "node", "")

asked_node := requested_node if {
	requested_node != ""
} else := object.get(run, "node", "")

candidates := {name | some name, _ in run.nodes; asked_node in {"", name}}

node := name if {
	count(candidates) == 1
	name := max(candidates)
}

default node_name := {}

node_name := {"node": node} if host == "node"

# Files that the command sees.

places(path) := {path} if {
	startswith(path, "/")
} else := {concat("", [trim_suffix(machine.workdir, "/"), substring(path, 1, -1)])} if {
	startswith(path, "./")
} else := {concat("", [home, substring(path, 1, -1)]) | some home in machine.homes} if {
	startswith(concat("", [path, "/"]), "~/")
}

roots := {place |
	some root in run.allowedWorkspaceRoots
	place := machine.real[root]
	place != ""
}

# Without a sandbox no file can be hidden from a command or shown to it.
native if {
	host == "gateway"
	sandbox != "none"
}

readable contains place if {
	native
	some path in run.read
	some place in places(path)
}

readable contains concat("/", [home, path]) if {
	native
	some path in table.read
	some home in machine.homes
}

# The skill that provides the tool.
readable contains input.request.tool.folder if {
	native
	not holds_home(input.request.tool.folder)
}

readable contains place if {
	native
	some place in machine.path
	not holds_home(place)
}

# Git looks for the repository above the folder that it is called in.
readable contains machine.repository if {
	native
	run.workspaceAccess != "none"
	machine.repository != ""
	not holds_home(machine.repository)
	not holds_agent(machine.repository)
}

# A repository around all that an agent keeps would show more than the workspace.
holds_agent(place) if {
	some folder in agent_folders
	below(folder.tree, place)
}

# What agents keep is hidden, but not the workspace that the command works in, nor
# skills.
agent_folders contains folder if {
	some folder in object.get(machine, "agents", [])
	below(machine.workdir, folder.path)
}

agent_folders contains folder if {
	native
	some folder in object.get(machine, "agents", [])
	folder.skills
}

readable contains folder.path if {
	native
	some folder in agent_folders
	folder.skills
}

default shows := {}

shows := {"show": sort({folder.path | some folder in agent_folders})} if {
	sandbox != "none"
	count(agent_folders) > 0
}

# The path lies in a folder of an agent's that is shown, though what that lies in is
# hidden.
shown_in(path, outer) if {
	some folder in agent_folders
	below(path, folder.path)
	below(folder.path, outer)
	folder.path != outer
}

writable contains place if {
	native
	some path in run.write
	some place in places(path)
}

writable contains machine.cache if {
	native
	machine.cache != ""
}

hidden contains place if {
	some path in run.hide
	some place in places(path)
}

hidden contains concat("/", [home, path]) if {
	some path in table.hide
	some home in machine.homes
}

hidden contains place if {
	machine.os != "windows"
	some place in table.hideSystem
}

hidden contains place if some place in machine.own

# Settings other than those of the project are hidden.
hidden contains place if {
	some place in machine.settings
	not worked_on(place)
}

default covered := set()

covered := hidden if sandbox != "none"

# Files in the working directory that a command may read but not change: the
# settings of skillctl, what the operator names, and what git runs later, outside
# every boundary.
protected contains place if some place in kept_here

kept_here contains place if {
	some place in machine.settings
	worked_on(place)
}

kept_here contains place if {
	some path in run.protect
	some place in places(path)
}

protected contains concat("/", [folder, name]) if {
	run.gitConfig == "ro"
	some folder in machine.git.folders
	some name in table.git
}

protected contains place if {
	run.gitConfig == "ro"
	some place in machine.git.files
}

default kept := set()

kept := protected - hidden if sandbox != "none"

# The file is in the working directory, or in the repository around it.
worked_on(place) if below(place, machine.workdir)

worked_on(place) if {
	machine.repository != ""
	not holds_home(machine.repository)
	below(place, machine.repository)
}

holds_home(place) if {
	some home in machine.homes
	below(home, place)
}

# inner is outer, or is in it.
below(inner, outer) if startswith(concat("", [trim_suffix(inner, "/"), "/"]), concat("", [trim_suffix(outer, "/"), "/"]))

# Variables that are passed on. Those of this machine have no meaning in a container.

passed contains name if some name in run.env

passed contains name if {
	host == "gateway"
	some name in table.pass
}

passed contains name if {
	host == "gateway"
	machine.os == "windows"
	some name in table.passWindows
}

# The variables of the skill that the command runs for.
default skill_variables := {}

skill_variables := {"skill": sort(data.skillctl.exec.skill.given)} if count(data.skillctl.exec.skill.given) > 0

# Variables of every container.
default container_variables := {}

container_variables := {"container": sort([name | some name, _ in container.env])} if {
	sandbox == "docker"
	count(container.env) > 0
}

# The network.

default egress := {}

egress := {"egress": object.union({"allowed": sort(run.allowedHosts), "denied": sort(run.deniedHosts)}, bandwidth)} if run.network == "restricted"

default bandwidth := {}

bandwidth := {"bytes": units.bytes(run.maxBandwidth)}

# Limits of time and memory.

limits := {
	"timeoutMs": timeout,
	"graceMs": units.milliseconds(run.grace),
	"memory": units.bytes(run.limits.memory),
	"cpus": run.limits.cpus,
	"pids": run.limits.pids,
	"fileSize": units.bytes(run.limits.fileSize),
	"written": units.bytes(run.limits.written),
	"files": run.limits.files,
	"openFiles": run.limits.openFiles,
	"output": min({units.bytes(run.limits.output)} | language_output),
}

# Output limit for code in this language. TypeScript is JavaScript.
language_output := {units.bytes(size) |
	size := input.settings.codeExec[object.get({"typescript": "javascript"}, input.request.language, input.request.language)].maxOutputSize
}

longest := units.milliseconds(run.timeout)

timeout := min({longest, object.get(input.request, "timeoutMs", longest)})

# The container.

default docker := {}

docker := {"docker": object.union_n([
	{
		"image": container.image,
		"readOnly": container.readOnlyRootfs,
		"tmpfs": {folder.path: units.bytes(object.get(folder, "size", "64m")) | some folder in container.tmpfs},
		"mount": shown,
		"ulimits": container.ulimits,
		"binds": array.concat([object.union(bind, {"source": place}) | some bind in container.binds; some place in source_of(bind.source)], root_binds),
		"warm": container.warm,
	},
	object.filter(container, ["user", "network"]), docker_user, names, seccomp, engine,
])} if {
	sandbox == "docker"
}

# Names that the container knows, where it has a network that knows any.
names := {key: container[key] | some key in ["dns", "extraHosts"]; count(container[key]) > 0}

# "~" is the folder that the user's variables name.
source_of(path) := {path} if {
	startswith(path, "/")
} else := {concat("", [machine.homes[0], substring(path, 1, -1)])} if {
	startswith(concat("", [path, "/"]), "~/")
}

default seccomp := {}

# A name that is no place is kept, so that the runner refuses it: without the key its
# own profile would stand in for the one that was asked for. engine is the engine's.
seccomp := {"seccomp": min(source_of(container.seccomp))}

seccomp := {"seccomp": container.seccomp} if not source_of(container.seccomp)

default engine := {}

engine := object.union({"engine": run.nodes[node].engine}, credentials) if host == "node"

default credentials := {}

credentials := {"tls": {part: place |
	some part, path in run.nodes[node].tls
	some place in files_of(path)
}}

files_of(path) := {path} if {
	not regex.match(`^(/|~)`, path)
} else := source_of(path)

# The engine of another machine cannot mount a folder of this one.
shown := container.mountWorkspace if host != "node"

shown := false if host == "node"

access := "none" if {
	host == "node"
} else := least_access({run.workspaceAccess, object.get(container, "workspaceAccess", "rw")}) if {
	sandbox == "docker"
} else := run.workspaceAccess

# What both of two words permit.
least_access(words) := [word | some word in ["none", "ro", "rw"]; word in words][0]

# Files that are copied out after the run.

default output := {}

output := {"output": {
	"source": output_source,
	"target": output_target,
	"types": run.allowedOutputTypes,
	"fileSize": units.bytes(run.maxOutputFileSize),
}}

# A folder that is neither in the working directory nor at the same place in a
# container is handed to the container, and its files go to the folder of that name here.
output_target := input.request.outputDir if {
	object.get(input.request, "outputDir", "") != ""
} else := run.outputDir if output_handed

output_handed if {
	sandbox == "docker"
	host != "node"
	startswith(run.outputDir, "/")
	not below(run.outputDir, "/workspace")
}

output_folder := object.get(run, "outputDir", "out")

output_source := output_folder if startswith(output_folder, "/")

output_source := concat("/", [workspace_inside, output_folder]) if not startswith(output_folder, "/")

workspace_inside := "/workspace" if sandbox == "docker"

workspace_inside := machine.workdir if sandbox != "docker"
