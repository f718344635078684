# METADATA
# title: Mount over the workspace in the sandbox
# description: >-
#   OpenClaw refuses a bind whose target is the workspace or the agent folder
#   of the container, unless dangerouslyAllowReservedContainerTargets is on.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["reserved-target"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s is where OpenClaw itself mounts: it creates no container with this bind", [target]),
	"hint": "choose another target, such as /data",
	"at": {"path": array.concat(scope.path, ["docker", "binds", i])},
} if {
	openclaw.whole
	some scope in openclaw.sandbox_scopes
	not scope.merged.docker.dangerouslyAllowReservedContainerTargets == true
	some i, bind in scope.value.docker.binds
	is_string(bind)
	parts := split(bind, ":")
	startswith(bind, "/")
	target := trim_suffix(parts[1], "/")
	some reserved in data.skillctl.tables.sandbox_binds.reserved
	startswith(sprintf("%s/", [target]), sprintf("%s/", [reserved]))
}
