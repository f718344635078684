# METADATA
# title: Value that the agent does not accept
# description: >-
#   A value has the right type, but the agent does not accept it: it is not one of the
#   known words, out of range, or of the wrong form.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["wrong-value"]

import data.skillctl.lib.config

findings contains finding if {
	some violation, finding in config.objections({"enum", "range", "pattern", "length", "value"})
	not elsewhere(violation)
}

# sandbox/seccomp-unconfined speaks about this one.
elsewhere(violation) if {
	input.config.kind == "codeexec"
	violation.path[count(violation.path) - 1] == "seccomp"
	lower(trim_space(object.get(input.config.value, violation.path, ""))) == "unconfined"
}
