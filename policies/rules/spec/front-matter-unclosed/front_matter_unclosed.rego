# METADATA
# title: Front matter is not closed
# description: >-
#   The opening `---` has no closing one, so the whole file is front matter, or
#   none of it is. No agent loads the skill.
# custom:
#   code: SPEC-002
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["front-matter-unclosed"]

import data.skillctl.lib.front

findings contains {
	"message": "the front matter that begins here has no closing `---` line, so no agent can tell where it ends",
	"hint": "put a line `---` alone, with nothing before it, after the last field; `...` and `----` do not count",
	"at": {"span": {"start": start, "end": object.union(start, {"col": start.col + 3, "offset": start.offset + 3})}},
} if {
	not front.front.closed
	front.front.present
	front.was_read
	start := front.front.span.start
}
