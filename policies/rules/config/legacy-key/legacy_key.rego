# METADATA
# title: Key with an old name
# description: >-
#   The host still takes the key and will not for ever; it names what takes
#   its place.
# custom:
#   severity: low
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["legacy-key"]

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", "write the key that takes its place"),
	"at": {"path": violation.path, "on": violation.on},
} if {
	some violation in input.config.violations
	violation.code == "legacy-key"
	not elsewhere(violation)
}

# exec/legacy-pair says which mode the pair stands for.
elsewhere(violation) if {
	input.config.kind == "openclaw"
	last := count(violation.path) - 1
	violation.path[last] in {"security", "ask"}
	array.slice(violation.path, last - 2, last) == ["tools", "exec"]
}
