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

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", ""),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"missing-key"}
}

# A document that is refused takes everything with it where the host is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")
