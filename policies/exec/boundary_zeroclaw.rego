# What the configuration of ZeroClaw says of the boundary, beside the settings for
# runs that it becomes.
package skillctl.exec.boundary

zeroclaw := object.get(input.settings, "zeroclaw", {})

zeroclaw_kind := object.get(zeroclaw, ["runtime", "kind"], "native")

refusals contains {
	"message": sprintf("ZeroClaw's runtime is %q and its sandbox_backend \"docker\": a container cannot be started inside the other", [kind]),
	"hint": "remove one of them",
	"setting": ["zeroclaw", "sandbox_backend"],
} if {
	kind := zeroclaw_kind
	kind == "docker"
	input.settings.zeroclaw.sandbox_backend == "docker"
}

refusals contains {
	"message": sprintf("skillctl does not support ZeroClaw's runtime %q", [kind]),
	"hint": "use native or docker",
	"setting": ["zeroclaw", "runtime", "kind"],
} if {
	kind := zeroclaw_kind
	not kind in {"native", "docker"}
}

refusals contains {
	"message": sprintf("skillctl does not support ZeroClaw's sandbox_backend %q", [backend]),
	"hint": "use auto, landlock, bubblewrap, docker, sandbox-exec or none",
	"setting": ["zeroclaw", "sandbox_backend"],
} if {
	backend := input.settings.zeroclaw.sandbox_backend
	not backend in {"auto", "landlock", "bubblewrap", "docker", "sandbox-exec", "none"}
}

# It switches off the sandbox of commands on this machine.
unconfined := [["zeroclaw", "sandbox_enabled"], "sandbox_enabled = false"] if {
	zeroclaw.sandbox_enabled == false
} else := [["zeroclaw", "sandbox_backend"], "sandbox_backend = \"none\""] if {
	zeroclaw.sandbox_backend == "none"
}

warnings contains {
	"message": sprintf("%s of ZeroClaw: no sandbox, so the command may read and change all that you may, and reach the network", [unconfined[1]]),
	"hint": "to confine it all the same, set run.sandbox in your own settings for skillctl",
	"setting": unconfined[0],
} if {
	sandbox == "none"
}

# ZeroClaw's containers run as root. Where the workspace is somebody else's, its owner
# can do what root could there, and leaves no files of root's in it.
default docker_user := {}

docker_user := {"user": "0:0"} if {
	as_root
}

as_root if {
	zeroclaw_kind == "docker"
	not container.user
	machine.owner == 0
	access == "rw"
}

warnings contains {
	"message": "the working directory belongs to root, so the container runs as root, as ZeroClaw has it; it has no capabilities and can gain none",
	"hint": "to run it as somebody else, set run.docker.user in your own settings for skillctl",
	"setting": ["zeroclaw", "runtime", "kind"],
} if {
	sandbox == "docker"
	as_root
}

# allowed_roots that there are: each where it is on this machine, in a container too.
allowed_root contains place if {
	some root in object.get(zeroclaw, "allowed_roots", [])
	object.get(machine.real, root, "") != ""
	some place in source_of(root)
}

writable contains place if {
	native
	some place in allowed_root
}

root_binds := [{"source": place, "target": place, "write": run.workspaceAccess == "rw"} |
	host != "node"
	some place in allowed_root
]
