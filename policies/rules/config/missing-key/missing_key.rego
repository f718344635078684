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

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", fallback[violation.code]),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"missing-key"}
}

# fallback is for violations that say no more than what is wrong.
fallback := {
	"unknown-key": "remove the key, or write the one that was meant",
	"missing-key": "add the key",
	"conflict": "keep one of the two",
	"type": "write a value of the expected type",
	"enum": "write one of these values",
	"range": "write a number in that range",
	"pattern": "write a value of that form",
	"length": "make it longer or shorter",
	"value": "write a value that is accepted",
}

# A document that is refused takes everything with it where the agent is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")
