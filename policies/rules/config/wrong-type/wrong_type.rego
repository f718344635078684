# METADATA
# title: Value of the wrong type
# description: >-
#   A value has a type that the host does not take: a string for a list, a
#   number for a string, a quoted boolean.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["wrong-type"]

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", ""),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"type"}
}

# A document that is refused takes everything with it where the host is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")
