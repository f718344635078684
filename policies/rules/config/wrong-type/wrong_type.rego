# METADATA
# title: Value has the wrong type
# description: >-
#   A value has a type that the agent does not accept: a string for a list, a number
#   for a string, a quoted boolean.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["wrong-type"]

import data.skillctl.lib.config

findings contains finding if {
	some finding in config.objections({"type"})
}
