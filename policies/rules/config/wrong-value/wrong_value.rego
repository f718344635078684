# METADATA
# title: Value that the host does not take
# description: >-
#   A value is of the right type and not one that the host takes: none of the
#   words it knows, out of range, or of the wrong form.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["wrong-value"]

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", ""),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"enum", "range", "pattern", "length", "value"}
	not elsewhere(violation)
}

# A document that is refused takes everything with it where the host is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")

# sandbox/seccomp-unconfined speaks about this one.
elsewhere(violation) if {
	input.config.kind == "codeexec"
	violation.path[count(violation.path) - 1] == "seccomp"
}
