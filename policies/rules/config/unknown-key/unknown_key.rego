# METADATA
# title: Key that the agent does not know
# description: >-
#   OpenClaw refuses to start with a key that it does not know, or no longer knows;
#   other agents ignore it, so the setting has no effect.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["unknown-key"]

import data.skillctl.lib.config

findings contains finding if {
	some finding in config.objections({"unknown-key"})
}
