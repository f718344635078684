# METADATA
# title: Empty allow-list that allows everything
# description: >-
#   skills.allowBundled with no name in it does not shut out bundled skills:
#   OpenClaw takes the empty list for no list.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["allow-bundled-empty"]

import data.skillctl.lib.openclaw

findings contains {
	"message": "an empty allowBundled does not restrict anything: every bundled skill stays available",
	"hint": "name the bundled skills to keep; to keep none, name one that does not exist, or give the agents skills: []",
	"at": {"path": ["skills", "allowBundled"]},
} if {
	names := openclaw.config.skills.allowBundled
	is_array(names)
	count([name | some name in names; not blank(name)]) == 0
}

blank(name) if {
	is_string(name)
	trim_space(name) == ""
}
