# METADATA
# title: Key that the host does not know
# description: >-
#   OpenClaw refuses to start with a key that it does not know, or no longer
#   knows; others ignore it, so what was meant does not happen.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["unknown-key"]

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", ""),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"unknown-key"}
}

# A document that is refused takes everything with it where the host is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")
