# METADATA
# title: Skill cannot be installed by name
# description: >-
#   ZeroClaw looks a source up in its registry only when it is a bare name of letters,
#   digits, - and _; others are taken for a path or an address.
# custom:
#   severity: low
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["install-name"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": "ZeroClaw cannot install it by name: registry names have only letters, digits, `-` and `_`",
	"hint": "rename the folder if the skill is to be published in a registry",
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"hosts": ["zeroclaw"],
} if {
	input.skill.dir != ""
	not zeroclaw.registry_source(input.skill.dir)
}
