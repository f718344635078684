# METADATA
# title: '$include cannot be followed'
# description: >-
#   OpenClaw refuses a configuration with an $include that is missing,
#   unreadable, leaves the configuration folder or comes back to itself.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.config["include-problem"]

findings contains {
	"message": input.config.error.message,
	"hint": object.get(input.config.error, "hint", "correct the path, or remove the include; files must be in the folder of this one, or below"),
	"at": {"file": input.config.error.file, "span": input.config.error.span},
} if {
	input.config.error.kind == "include"
}
