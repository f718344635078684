# METADATA
# title: Required key is missing
# description: >-
#   An object lacks a key without which the agent refuses the configuration.
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
