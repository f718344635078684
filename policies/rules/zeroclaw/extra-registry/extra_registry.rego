# METADATA
# title: Registry has a name that cannot be used
# description: >-
#   A further registry is named in `registry:NAME/SKILL`. A name with other characters
#   than letters, digits, - and _ can never be asked for.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["extra-registry"]

import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("the registry name %q cannot be used: in registry:NAME/SKILL names are letters, digits, `-` and `_`", [entry.name]),
	"hint": "rename the registry",
	"at": {"path": ["skills", "extra_registries", i, "name"]},
	"hosts": ["zeroclaw"],
} if {
	input.config.kind == "zeroclaw"
	some i, entry in input.config.value.skills.extra_registries
	is_string(entry.name)
	not zeroclaw.extra_registry_source(sprintf("registry:%s/skill", [entry.name]))
}
