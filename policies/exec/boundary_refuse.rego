# Reasons why a boundary cannot be drawn: settings that contradict each other, and
# settings that this machine cannot enforce.
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

# A part of the boundary is undefined, and no refusal above says which.
reasons contains {
	"effect": "deny",
	"rule": "exec/boundary",
	"message": "the boundary cannot be determined: a part of the settings for runs is missing",
	"setting": ["run"],
} if {
	machine
	count(refusals) == 0
	not drawn
}

refusals contains {"message": placement.refused, "setting": placement.setting} if placement.refused

refusals contains {
	"message": sprintf("profile %q runs this in placement %q, but the settings for runs say %q", [input.profile, said, host]),
	"hint": "set both to the same placement",
	"setting": ["run", "host"],
} if {
	said := data.skillctl.exec.profiles[input.profile].boundary.host
	said != host
}

# The node.

refusals contains {
	"message": sprintf("node %q is not configured; %s", [asked_node, there_are]),
	"hint": "add it with the address of its container engine to run.nodes",
	"setting": ["run", "nodes"],
} if {
	host == "node"
	asked_node != ""
	count(candidates) == 0
}

refusals contains {
	"message": sprintf("the request does not say which node to use; %s", [there_are]),
	"hint": "name one with --node",
	"setting": ["run", "nodes"],
} if {
	host == "node"
	asked_node == ""
	count(candidates) != 1
}

refusals contains {
	"message": sprintf("the request names node %q, but placement %q", [requested_node, host]),
	"hint": "remove one of them",
	"setting": ["run", "host"],
} if {
	host != "node"
	requested_node != ""
}

there_are := "no nodes are configured" if count(run.nodes) == 0

there_are := sprintf("configured nodes: %s", [concat(", ", sort([name | some name, _ in run.nodes]))]) if count(run.nodes) > 0

refusals contains {
	"message": sprintf("node %q is reached by tcp:// without TLS: anybody on the network could run commands there", [node]),
	"hint": "set tls: {ca, cert, key}, or use ssh://",
	"setting": ["run", "nodes", node],
} if {
	host == "node"
	startswith(run.nodes[node].engine, "tcp://")
	not run.nodes[node].tls
}

# The sandbox.

refusals contains {
	"message": "sandbox \"none\" lets a command do everything that you may do, and the settings do not say that commands are trusted",
	"hint": "set trusted: true, or sandbox: auto",
	"setting": ["run", "trusted"],
} if {
	sandbox == "none"
	run.trusted != true
}

refusals contains {
	"message": sprintf("skillctl has no sandbox for the system %q", [machine.os]),
	"hint": "set sandbox: docker to run commands in a container",
	"setting": ["run", "sandbox"],
} if {
	host == "gateway"
	not sandbox
}

refusals contains {
	"message": sprintf("sandbox %q does not exist on the system %q", [sandbox, machine.os]),
	"hint": "set sandbox: auto",
	"setting": ["run", "sandbox"],
} if {
	systems := table.systems[sandbox]
	not machine.os in systems
}

refusals contains {
	"message": "the settings ask for a container and for placement gateway, which is this machine without one",
	"hint": "set host: sandbox, or another sandbox",
	"setting": ["run", "host"],
} if {
	host == "gateway"
	contained
	not elevated
}

refusals contains {
	"message": sprintf("network %q cannot be enforced without a sandbox", [run.network]),
	"hint": "set network: full, or sandbox: auto",
	"setting": ["run", "network"],
} if {
	sandbox == "none"
	run.network != "full"
}

refusals contains {
	"message": sprintf("%s cannot be enforced without a sandbox", [key]),
	"hint": sprintf("remove %s, or set sandbox: auto", [key]),
	"setting": ["run", key],
} if {
	sandbox == "none"
	some key in ["hide", "protect", "read", "write"]
	count(run[key]) > 0
}

refusals contains {
	"message": sprintf("workspaceAccess %q cannot be enforced without a sandbox", [run.workspaceAccess]),
	"hint": "set workspaceAccess: rw, or sandbox: auto",
	"setting": ["run", "workspaceAccess"],
} if {
	sandbox == "none"
	run.workspaceAccess != "rw"
}

# The container.

refusals contains {
	"message": sprintf("placement %q needs a container image, and the settings name none", [host]),
	"hint": "set run.docker.image to an image with its digest",
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
	"message": sprintf("docker.network %q has an effect only when network is \"full\"; it is %q", [container.network, run.network]),
	"hint": "set network: full, or remove docker.network",
	"setting": ["run", "docker", "network"],
} if {
	sandbox == "docker"
	container.network
	run.network != "full"
}

refusals contains {
	"message": sprintf("docker.%s has an effect only when network is \"full\"; it is %q", [key, run.network]),
	"hint": sprintf("set network: full, or remove docker.%s", [key]),
	"setting": ["run", "docker", key],
} if {
	sandbox == "docker"
	run.network != "full"
	some key in ["dns", "extraHosts"]
	count(container[key]) > 0
}

refusals contains {
	"message": sprintf("a container needs at least 6m of memory; the settings allow %s", [run.limits.memory]),
	"setting": ["run", "limits", "memory"],
} if {
	sandbox == "docker"
	limits.memory < table.leastMemory
}

warnings contains {
	"message": sprintf("image %q is not pinned by digest: another image can take its name", [container.image]),
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
	"message": sprintf("the working directory %q is the root of the file system or a folder of the operating system", [machine.workdir]),
	"hint": "run it in the folder of a project",
} if {
	system_place(machine.workdir)
}

system_place("/")

system_place(place) if {
	some folder in table.notWorkspaces
	below(place, folder)
}

refusals contains {
	"message": sprintf("the working directory %q is your home folder or contains it: a command could read and change all your files", [machine.workdir]),
	"hint": "run it in the folder of a project",
} if {
	machine.workdir != "/"
	run.workspaceAccess != "none"
	holds_home(machine.workdir)
}

refusals contains {
	"message": sprintf("the working directory %q is in none of the allowed folders: %s", [machine.workdir, concat(", ", run.allowedWorkspaceRoots)]),
	"setting": ["run", "allowedWorkspaceRoots"],
} if {
	machine.workdir != ""
	count(run.allowedWorkspaceRoots) > 0
	not rooted
	not unseen
}

# A container without the workspace has nothing of this machine's in it.
unseen if {
	sandbox == "docker"
	not container.mountWorkspace
}

rooted if {
	some root in roots
	below(machine.workdir, root)
}

refusals contains {
	"message": sprintf("the working directory %q is in %q, which is hidden from commands", [machine.workdir, place]),
	"setting": ["run", "hide"],
} if {
	machine.workdir != ""
	some place in hidden
	below(machine.workdir, place)
	not shown_in(machine.workdir, place)
}

refusals contains {
	"message": sprintf("%q makes git read its configuration and hooks from another folder, and was not written by git itself", [place]),
	"hint": "check which folder it names, then delete it",
} if {
	sandbox != "none"
	run.gitConfig == "ro"
	some place in machine.git.astray
}

# The user.

refusals contains {"message": "your home folder is unknown, so the files in it cannot be hidden from the command"} if count(machine.homes) == 0

refusals contains {
	"message": sprintf("%q is in the home folder of another user", [path]),
	"hint": "write the whole path",
	"setting": ["run", key],
} if {
	some key in ["allowedWorkspaceRoots", "hide", "pathPrepend", "protect", "read", "write"]
	some path in run[key]
	regex.match(`^~[^/]`, path)
}

refusals contains {
	"message": sprintf("the request asks for a time limit of %d s, but the settings allow %s", [floor(input.request.timeoutMs / 1000), run.timeout]),
	"hint": "raise run.timeout, or ask for less",
	"setting": ["run", "timeout"],
} if {
	input.request.timeoutMs > longest
}

refusals contains {
	"message": sprintf("files cannot be written to %q: it is hidden from commands, or a folder of the operating system", [place]),
	"hint": "name another folder",
} if {
	some place in output_places
	bad_target(place)
}

output_places contains output.output.target

# What a command on this machine leaves its files in is made, and it may change that.
output_places contains output_source if {
	output.output
	sandbox != "docker"
	not below(output_source, machine.workdir)
}

bad_target(place) if system_place(place)

bad_target(place) if holds_home(place)

bad_target(place) if {
	some secret in hidden
	below(place, secret)
	not shown_in(place, secret)
}

refusals contains {
	"message": sprintf("files cannot be taken from %q: the container cannot write to it, or is on another machine", [output.output.source]),
	"hint": "name an absolute path outside of /workspace, or let the container read and write the working directory",
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

output_in_reach if output_handed

refusals contains {
	"message": sprintf("node %q cannot mount folders of this machine, and the settings bind %s", [node, concat(", ", [bind.source | some bind in container.binds])]),
	"hint": "remove binds, or run it on this machine",
	"setting": ["run", "docker", "binds"],
} if {
	host == "node"
	count(container.binds) > 0
}

refusals contains {
	"message": sprintf("node %q cannot enforce network \"restricted\": the proxy is on this machine", [node]),
	"hint": "set network: none, or run it on this machine",
	"setting": ["run", "network"],
} if {
	host == "node"
	run.network == "restricted"
}
