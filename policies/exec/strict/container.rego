# Folders and devices of this machine that a container is given.
package skillctl.exec.profiles.strict

binds := data.skillctl.tables.sandbox_binds

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/container",
	"message": sprintf("%q mounts %q into a container; it %s", [bind.option, bind.source, why]),
	"hint": "mount only the folder that is needed, below the working directory",
	"span": bind.span,
} if {
	some command in input.facts.commands
	some bind in command.binds
	bind.kind == "bind"
	is_string(bind.source)
	some place in bound(bind.source, command.dir)
	why := [words | some words in handed(place)][0]
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/container",
	"message": sprintf("%q gives a container access to a device of the machine", [bind.option]),
	"hint": "remove it, or run the command yourself",
	"span": bind.span,
} if {
	some command in input.facts.commands
	some bind in command.binds
	bind.kind == "device"
}

# Where a source leads, as far as text tells.
bound(source, _) := {trim_suffix(source, "/")} if startswith(source, "~")

bound(source, dir) := real_places(source, dir) if not startswith(source, "~")

handed(place) := ["is the whole machine"] if {
	place == "/"
} else := ["is a socket, such as that of the container engine, whose users can control the machine"] if {
	engine_socket(place)
} else := ["is a folder of the operating system, or contains one"] if {
	place != "/"
	not engine_socket(place)
	system_folder(place)
} else := ["contains credentials of the user"] if {
	not engine_socket(place)
	not system_folder(place)
	credentials(place)
}

engine_socket(place) if {
	some name in binds.sockets
	endswith(place, name)
}

engine_socket(place) if endswith(place, ".sock")

system_folder(place) if {
	startswith(place, "/")
	some folder in binds.system
	below(place, folder)
}

system_folder(place) if {
	startswith(place, "/")
	some folder in binds.system
	below(folder, place)
}

# A home folder as a whole holds them too.
credentials(place) if regex.match(`^(~|(/home|/Users)(/[^/]+)?)/?$`, place)

credentials(place) if {
	part := regex.find_all_string_submatch_n(`^(?:~|/home/[^/]+|/Users/[^/]+)/([^/]+)`, place, 1)[0][1]
	part in binds.home
}

below(inner, outer) if startswith(concat("", [trim_suffix(inner, "/"), "/"]), concat("", [trim_suffix(outer, "/"), "/"]))
