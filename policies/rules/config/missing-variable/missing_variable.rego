# METADATA
# title: Environment variable is not set
# description: >-
#   OpenClaw leaves the text of a variable that is not set in place, with a
#   warning at most, so the setting holds a dollar sign and a name.
# custom:
#   severity: low
#   confidence: low
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.config["missing-variable"]

findings contains {
	"message": sprintf("${%s} is not set where skillctl runs; where OpenClaw runs without it, the text stays as it is", [variable.name]),
	"hint": sprintf("set %s for the service that runs OpenClaw, or write $${%s} for the text itself", [variable.name, variable.name]),
	"at": {"file": variable.file, "span": variable.span},
} if {
	some variable in input.config.variables
	not variable.set
}
