# METADATA
# title: Setup command cannot work
# description: >-
#   setupCommand runs inside the container: without a network, on a read-only
#   root and as another user than root it can install nothing.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["setup-needs-network"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("setupCommand runs in a container %s: installing anything fails there", [concat(", ", hurdles)]),
	"hint": "build an image that holds what is needed and name it in image, or set network, readOnlyRoot and user to fit",
	"at": {"path": array.concat(scope.path, ["docker", "setupCommand"])},
} if {
	openclaw.whole
	some scope in openclaw.sandbox_scopes
	filled(scope.value.docker.setupCommand)
	docker := object.union(inherited, scope.value.docker)
	hurdles := [hurdle | some hurdle in [network(docker), root(docker), user(docker)]; hurdle != ""]
	count(hurdles) > 0
}

default inherited := {}

inherited := openclaw.sandbox_defaults.docker if is_object(openclaw.sandbox_defaults.docker)

filled(command) if {
	is_string(command)
	trim_space(command) != ""
}

filled(command) if {
	is_array(command)
	count(command) > 0
}

default network(_) := ""

network(docker) := "without network" if {
	name := object.get(docker, "network", "none")
	is_string(name)
	lower(trim_space(name)) == "none"
}

default root(_) := ""

root(docker) := "with a read-only root" if object.get(docker, "readOnlyRoot", true) == true

default user(_) := ""

user(docker) := "as a user other than root" if {
	is_string(docker.user)
	not regex.match(`^(0|root)(:|$)`, docker.user)
}
