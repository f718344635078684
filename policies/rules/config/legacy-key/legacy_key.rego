# METADATA
# title: Deprecated key
# description: >-
#   The agent still accepts the key, and will drop it in a later version; it names the
#   key that replaces it.
# custom:
#   severity: low
#   confidence: high
#   locus: config
#   unit: config
#   fix: none
package skillctl.rules.config["legacy-key"]

findings contains {
	"message": violation.message,
	"hint": object.get(violation, "hint", "write the new key instead"),
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
