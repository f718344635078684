# METADATA
# title: Front matter is not valid YAML
# description: >-
#   The front matter cannot be parsed, not even with the repairs that some agents
#   make, so the skill is dropped, mostly without a visible message.
# custom:
#   code: SPEC-002
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["front-matter-syntax"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("the front matter is not valid YAML: %s", [front.front.error.message]),
	"hint": hint,
	"at": {"span": front.front.error.span},
} if {
	front.broken
	front.was_read
	front.front.present
	front.front.closed
	count(front.front.duplicates) == 0
	not front.openclaw_reads
}

default hint := "put values that hold `: `, ` #` or begin with one of `[{*&!%@>|` in quotes"

hint := "indent with spaces: YAML does not allow tabs there" if {
	contains(lower(front.front.error.message), "tab")
} else := "write it as `name: …` and `description: …`, each at the beginning of a line" if {
	front.front.error.code == "root"
}
