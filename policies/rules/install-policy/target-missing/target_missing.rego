# METADATA
# title: Install policy does not cover skills or plugins
# description: >-
#   targets limits the install policy to skills or to plugins; the other kind
#   is installed unchecked.
# custom:
#   severity: medium
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["target-missing"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("the install policy covers only %s: every %s is installed without asking it", [concat(", ", covered), missing]),
	"hint": sprintf("add %q to targets, or remove targets to cover both", [missing]),
	"at": {"path": ["security", "installPolicy", "targets"]},
	"severity": weight[missing],
} if {
	openclaw.config.security.installPolicy.enabled == true
	targets := openclaw.config.security.installPolicy.targets
	is_array(targets)
	covered := [target | some target in targets; target in {"skill", "plugin"}]
	count(covered) > 0
	some missing in ["skill", "plugin"]
	not missing in targets
}

weight := {"skill": "high", "plugin": "medium"}
