# METADATA
# title: What the schema of a configuration objects to
# description: The findings of the rules that each speak about some codes of violations.
package skillctl.lib.config

# objections are the findings about violations of some codes, by the violation.
objections(codes) := {violation: finding |
	some violation in input.config.violations
	violation.code in codes
	finding := {
		"message": violation.message,
		"hint": object.get(violation, "hint", fallback[violation.code]),
		"at": {"path": violation.path, "on": violation.on},
		"severity": weight,
	}
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
