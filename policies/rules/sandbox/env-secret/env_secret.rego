# METADATA
# title: Secret in the environment of the sandbox
# description: >-
#   Variables of the container can be read by every command in it, and by
#   everyone who may inspect it.
# custom:
#   severity: medium
#   confidence: medium
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.sandbox["env-secret"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s is given to every command in the sandbox%s", [name, how(value)]),
	"hint": "give the secret to the one skill that needs it, under skills.entries, or to a tool outside the sandbox",
	"at": {"path": array.concat(scope.path, ["docker", "env", name]), "on": "key"},
} if {
	some scope in openclaw.sandbox_scopes
	is_object(scope.value.docker.env)
	some name, value in scope.value.docker.env
	some pattern in data.skillctl.tables.openclaw_skill_env.secrets
	regex.match(pattern, upper(name))
	value != ""
}

how(value) := ", and is written here in plain text" if not openclaw.is_reference(value)

how(value) := "" if openclaw.is_reference(value)
