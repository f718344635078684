# What stands against a boundary: settings that contradict each other, and what
# they ask for and cannot be had.
package skillctl.exec.boundary

reasons contains object.union({"effect": "deny", "rule": "exec/boundary"}, refusal) if {
	machine
	some refusal in refusals
}

reasons contains object.union({"effect": "warn", "rule": "exec/boundary"}, warning) if {
	machine
	count(refusals) == 0
	some warning in warnings
}

# Something is missing that no refusal names.
reasons contains {
	"effect": "deny",
	"rule": "exec/boundary",
	"message": "where it would run cannot be said: a part of the settings for runs is missing",
	"setting": ["run"],
} if {
	machine
	count(refusals) == 0
	not drawn
}

refusals contains {"message": placement.refused, "setting": placement.setting} if placement.refused

refusals contains {
	"message": sprintf("profile %q runs this on host %q, and the settings for runs on %q", [input.profile, said, host]),
	"hint": "let both say the same",
	"setting": ["run", "host"],
} if {
	said := data.skillctl.exec.profiles[input.profile].boundary.host
	said != host
}

# The node.

refusals contains {
	"message": sprintf("there is no node %q; %s", [asked_node, there_are]),
	"hint": "name its engine in the settings",
	"setting": ["run", "nodes"],
} if {
	host == "node"
	asked_node != ""
	count(candidates) == 0
}

refusals contains {
	"message": sprintf("no node is named, and %s", [there_are]),
	"hint": "--node says which",
	"setting": ["run", "nodes"],
} if {
	host == "node"
	asked_node == ""
	count(candidates) != 1
}

refusals contains {
	"message": sprintf("the request names node %q and host %q", [asked_node, host]),
	"hint": "leave one of them out",
	"setting": ["run", "host"],
} if {
	host != "node"
	asked_node != ""
}

there_are := "there are none" if count(run.nodes) == 0

there_are := sprintf("there are %s", [concat(", ", sort([name | some name, _ in run.nodes]))]) if count(run.nodes) > 0

refusals contains {
	"message": sprintf("node %q is reached by tcp:// without tls: anybody on the way could run commands there", [node]),
	"hint": "give tls: {ca, cert, key}, or use ssh://",
	"setting": ["run", "nodes", node],
} if {
	host == "node"
	startswith(run.nodes[node].engine, "tcp://")
	not run.nodes[node].tls
}

# What holds it.

refusals contains {
	"message": "sandbox \"none\" gives a command all that you may do, and the settings do not trust commands",
	"hint": "set trusted: true, or sandbox: auto",
	"setting": ["run", "trusted"],
} if {
	sandbox == "none"
	run.trusted != true
}

refusals contains {
	"message": sprintf("there is no sandbox for %q here", [machine.os]),
	"hint": "sandbox: docker runs commands in a container",
	"setting": ["run", "sandbox"],
} if {
	host == "gateway"
	not sandbox
}

refusals contains {
	"message": sprintf("sandbox %q is none of %q", [sandbox, machine.os]),
	"hint": "set sandbox: auto",
	"setting": ["run", "sandbox"],
} if {
	systems := table.systems[sandbox]
	not machine.os in systems
}

refusals contains {
	"message": "the settings want a container, and a command on this machine itself",
	"hint": "set host: sandbox, or another sandbox",
	"setting": ["run", "host"],
} if {
	host == "gateway"
	contained
	not elevated
}

refusals contains {
	"message": sprintf("network %q cannot be held without a sandbox", [run.network]),
	"hint": "set network: full, or sandbox: auto",
	"setting": ["run", "network"],
} if {
	sandbox == "none"
	run.network != "full"
}

refusals contains {
	"message": sprintf("%s cannot be held without a sandbox", [key]),
	"hint": sprintf("remove %s, or set sandbox: auto", [key]),
	"setting": ["run", key],
} if {
	sandbox == "none"
	some key in ["hide", "protect", "read", "write"]
	count(run[key]) > 0
}

refusals contains {
	"message": sprintf("workspaceAccess %q cannot be held without a sandbox", [run.workspaceAccess]),
	"hint": "set workspaceAccess: rw, or sandbox: auto",
	"setting": ["run", "workspaceAccess"],
} if {
	sandbox == "none"
	run.workspaceAccess != "rw"
}

refusals contains {
	"message": sprintf("ZeroClaw's runtime is %q and its sandbox_backend \"docker\": one container cannot be started from within the other", [kind]),
	"hint": "leave one of them out",
	"setting": ["zeroclaw", "sandbox_backend"],
} if {
	kind := object.get(input.settings, ["zeroclaw", "runtime", "kind"], "native")
	kind == "docker"
	input.settings.zeroclaw.sandbox_backend == "docker"
}

refusals contains {
	"message": sprintf("ZeroClaw's runtime %q is none that commands can be run in here", [kind]),
	"hint": "native and docker are",
	"setting": ["zeroclaw", "runtime", "kind"],
} if {
	kind := object.get(input.settings, ["zeroclaw", "runtime", "kind"], "native")
	not kind in {"native", "docker"}
}

refusals contains {
	"message": sprintf("ZeroClaw's sandbox_backend %q is none that there is here", [backend]),
	"hint": "auto, landlock, bubblewrap, docker, sandbox-exec and none are",
	"setting": ["zeroclaw", "sandbox_backend"],
} if {
	backend := input.settings.zeroclaw.sandbox_backend
	not backend in {"auto", "landlock", "bubblewrap", "docker", "sandbox-exec", "none"}
}

# The container.

refusals contains {
	"message": sprintf("host %q needs an image, and the settings name none", [host]),
	"hint": "name it with its digest",
	"setting": ["run", "docker", "image"],
} if {
	sandbox == "docker"
	not container.image
}

refusals contains {
	"message": sprintf("the network of a container may not be %q", [container.network]),
	"hint": "name a bridge network of the engine",
	"setting": ["run", "docker", "network"],
} if {
	sandbox == "docker"
	regex.match(`^(?i)\s*(host|none|container:.*)\s*$`, container.network)
}

refusals contains {
	"message": sprintf("the container's network %q counts only where network is \"full\"; it is %q", [container.network, run.network]),
	"hint": "set network: full, or remove docker.network",
	"setting": ["run", "docker", "network"],
} if {
	sandbox == "docker"
	container.network
	run.network != "full"
}

refusals contains {
	"message": sprintf("a container takes at least 6m of memory; the settings give %s", [run.limits.memory]),
	"setting": ["run", "limits", "memory"],
} if {
	sandbox == "docker"
	limits.memory < table.leastMemory
}

warnings contains {
	"message": sprintf("image %q is not pinned: what it is may change", [container.image]),
	"hint": "add @sha256:… to its name",
	"setting": ["run", "docker", "image"],
} if {
	sandbox == "docker"
	not regex.match(`@sha256:[0-9a-f]{64}$|^sha256:[0-9a-f]{64}$`, container.image)
}

# The network.

refusals contains {
	"message": "network is \"restricted\", but no domain is allowed",
	"hint": "list domains in allowedHosts, or set network: none",
	"setting": ["run", "allowedHosts"],
} if {
	run.network == "restricted"
	count(run.allowedHosts) == 0
}

refusals contains {
	"message": sprintf("%s has no effect: network is %q", [key, run.network]),
	"hint": sprintf("set network: restricted, or remove %s", [key]),
	"setting": ["run", key],
} if {
	run.network != "restricted"
	some key in ["allowedHosts", "deniedHosts", "maxBandwidth"]
	not object.get(run, key, []) == []
}

# The working directory.

refusals contains {
	"message": sprintf("the working directory %q does not exist", [input.request.cwd]),
} if {
	machine.workdir == ""
}

refusals contains {
	"message": sprintf("the working directory %q is no place to work in: it is the root of the file system, or a folder of the system", [machine.workdir]),
	"hint": "work in a folder of a project",
} if {
	system_place(machine.workdir)
}

system_place("/")

system_place(place) if {
	some folder in table.notWorkspaces
	below(place, folder)
}

refusals contains {
	"message": sprintf("the working directory %q is your home folder, or holds it: a command could read and change all that is yours", [machine.workdir]),
	"hint": "work in a folder of a project",
} if {
	machine.workdir != "/"
	run.workspaceAccess != "none"
	holds_home(machine.workdir)
}

refusals contains {
	"message": sprintf("the working directory %q lies in none of the folders that it may: %s", [machine.workdir, concat(", ", run.allowedWorkspaceRoots)]),
	"setting": ["run", "allowedWorkspaceRoots"],
} if {
	machine.workdir != ""
	count(run.allowedWorkspaceRoots) > 0
	not rooted
}

rooted if {
	some root in roots
	below(machine.workdir, root)
}

refusals contains {
	"message": sprintf("the working directory %q lies in %q, which is hidden from commands", [machine.workdir, place]),
	"setting": ["run", "hide"],
} if {
	machine.workdir != ""
	some place in hidden
	below(machine.workdir, place)
}

refusals contains {
	"message": sprintf("%q sends git elsewhere for its configuration and its hooks, and git itself makes no such file there", [place]),
	"hint": "look where it leads, and delete it",
} if {
	sandbox != "none"
	run.gitConfig == "ro"
	some place in machine.git.astray
}

# The user.

refusals contains {"message": "your home folder is not known, so that nothing in it could be kept from the command"} if count(machine.homes) == 0

refusals contains {
	"message": sprintf("%q is the home folder of somebody else", [path]),
	"hint": "write the whole path",
	"setting": ["run", key],
} if {
	some key in ["allowedWorkspaceRoots", "hide", "pathPrepend", "protect", "read", "write"]
	some path in run[key]
	regex.match(`^~[^/]`, path)
}

refusals contains {
	"message": sprintf("the request may take %d s, and the settings let it take %s", [floor(input.request.timeoutMs / 1000), run.timeout]),
	"hint": "raise the setting",
	"setting": ["run", "timeout"],
} if {
	input.request.timeoutMs > longest
}

refusals contains {
	"message": sprintf("files cannot go to %q: it is hidden from commands, or a folder of the system", [input.request.outputDir]),
	"hint": "name another folder",
} if {
	bad_target(input.request.outputDir)
}

bad_target(place) if system_place(place)

bad_target(place) if {
	some secret in hidden
	below(place, secret)
}

refusals contains {
	"message": sprintf("files cannot be taken from %q: only what lies in the working directory leaves a container", [output.output.source]),
	"hint": "name a folder below /workspace, and let the container see and change the working directory",
	"setting": ["run", "outputDir"],
} if {
	sandbox == "docker"
	output.output
	not output_in_reach
}

output_in_reach if {
	below(output.output.source, "/workspace")
	shown
	access == "rw"
}

refusals contains {
	"message": sprintf("node %q can show no folder of this machine, and the settings bind %s", [node, concat(", ", [bind.source | some bind in container.binds])]),
	"hint": "leave binds out, or run it here",
	"setting": ["run", "docker", "binds"],
} if {
	host == "node"
	count(container.binds) > 0
}

refusals contains {
	"message": sprintf("node %q cannot hold network \"restricted\": the proxy is on this machine", [node]),
	"hint": "set network: none, or run it here",
	"setting": ["run", "network"],
} if {
	host == "node"
	run.network == "restricted"
}
