# METADATA
# title: Keys that exclude each other
# description: >-
#   Two settings exclude each other, so the agent refuses the configuration.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config.conflict

import data.skillctl.lib.config

findings contains finding if {
	some violation, finding in config.objections({"conflict"})
	not elsewhere(violation)
}

# exec/mode-conflict says what to write instead.
elsewhere(violation) if {
	input.config.kind == "openclaw"
	array.slice(violation.path, count(violation.path) - 3, count(violation.path)) == ["tools", "exec", "mode"]
}

# sandbox/hosts-without-network speaks about this one.
elsewhere(violation) if {
	input.config.kind == "codeexec"
	violation.path[count(violation.path) - 1] == "allowedHosts"
}
