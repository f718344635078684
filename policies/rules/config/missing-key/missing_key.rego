# METADATA
# title: Key that must be there
# description: >-
#   An object lacks a key without which the host refuses the configuration.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["missing-key"]

import data.skillctl.lib.config

findings contains finding if {
	some finding in config.objections({"missing-key"})
}
