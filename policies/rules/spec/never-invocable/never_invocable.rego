# METADATA
# title: Neither user nor model can start the skill
# description: >-
#   The skill is hidden from the menu and from the model at once: it is loaded
#   and can never be used.
# custom:
#   code: SPEC-021
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude, openclaw]
#   fix: none
package skillctl.rules.spec["never-invocable"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

readers := {"claude", "openclaw"}

findings contains {
	"message": "`user-invocable: false` keeps users from the skill and `disable-model-invocation: true` the model: nobody can start it",
	"hint": "delete one of the two",
	"at": {"path": ["disable-model-invocation"]},
	"related": [{"at": {"path": ["user-invocable"]}, "message": "users are kept out here"}],
} if {
	front.fields["user-invocable"].value == false
	front.fields["disable-model-invocation"].value == true
	count(hosts.addressed(readers)) > 0
}
