# METADATA
# title: Keys that cannot stand together
# description: >-
#   Two settings exclude each other, so the host refuses the configuration.
# custom:
#   severity: high
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config.conflict

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", ""),
	"at": {"path": violation.path, "on": violation.on},
	"severity": weight,
} if {
	some violation in input.config.violations
	violation.code in {"conflict"}
	not elsewhere(violation)
}

# A document that is refused takes everything with it where the host is known
# to check its configuration as a whole.
weight := object.get({"openclaw": "high", "skillctl": "high"}, input.config.kind, "medium")

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
