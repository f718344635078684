# METADATA
# title: Install policy without a command
# description: >-
#   With enabled true and no exec every install is refused. The configuration
#   counts as valid.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules["install-policy"]["exec-missing"]

import data.skillctl.lib.openclaw

findings contains {
	"message": "the install policy is on and names no command: every install is refused",
	"hint": "add exec with source: \"exec\" and the absolute path of the command",
	"at": {"path": ["security", "installPolicy"], "on": "key"},
} if {
	openclaw.config.security.installPolicy.enabled == true
	openclaw.whole
	not openclaw.config.security.installPolicy.exec
}
