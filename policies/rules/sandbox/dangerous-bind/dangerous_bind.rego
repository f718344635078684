# METADATA
# title: Mount gives the sandbox access to the machine
# description: >-
#   A bind mount of a system folder, of credentials or of a container socket gives the
#   sandbox access to the machine. OpenClaw refuses to create such a container.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["dangerous-bind"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s %s", [source, why]),
	"hint": "mount only the folder that is needed, read-only where that will do",
	"at": {"path": array.concat(scope.path, ["docker", "binds", i])},
} if {
	some scope in openclaw.sandbox_scopes
	some i, bind in scope.value.docker.binds
	is_string(bind)
	source := clean(split(bind, ":")[0])
	why := danger(source)
}

clean("/") := "/"

clean(path) := trim_suffix(regex.replace(path, `/+`, "/"), "/") if path != "/"

table := data.skillctl.tables.sandbox_binds

danger(source) := "is the whole machine" if {
	source == "/"
} else := "is a system folder, or holds one: OpenClaw refuses to create the container" if {
	system(source)
	not socket(source)
} else := "is the socket of the container engine: whoever can write to it controls the machine" if {
	socket(source)
} else := "holds credentials of the user: OpenClaw refuses to create the container" if {
	credentials(source)
	not system(source)
	not socket(source)
}

system(source) if {
	some folder in table.system
	within(source, folder)
}

system(source) if {
	some folder in table.system
	within(folder, source)
}

socket(source) if {
	some name in table.sockets
	endswith(source, name)
}

# A home may be anywhere: these are the usual places, and the ways to write it.
credentials(source) if {
	match := regex.find_all_string_submatch_n(`^(?:/home/[^/]+|/Users/[^/]+|~|\$\{?HOME\}?)(?:/([^/]+))?`, source, 1)
	match[0][1] in table.home
}

credentials(source) if regex.match(`^(?:/home|/Users)(?:/[^/]+)?$`, source)

credentials(source) if regex.match(`^(?:~|\$\{?HOME\}?)$`, source)

within(inner, outer) if startswith(sprintf("%s/", [inner]), sprintf("%s/", [outer]))
