# METADATA
# title: Key appears twice in the front matter
# description: >-
#   YAML does not allow a key twice. Most agents refuse the skill, others take
#   the first or the last value without saying which.
# custom:
#   code: SPEC-002
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["front-matter-duplicate-key"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("`%s` appears twice in the front matter (first on line %d): codex and openclaw refuse the skill, others pick one of the two", [
		twice.key,
		twice.first.start.line,
	]),
	"hint": sprintf("keep one `%s` and delete the other", [twice.key]),
	"at": {"span": twice.span},
	"related": [{"at": {"span": twice.first}, "message": sprintf("the first `%s`", [twice.key])}],
	"severity": severity,
} if {
	some twice in front.front.duplicates
	front.was_read
}

# OpenClaw repairs a description that the error points at, and loads the skill.
default severity := "high"

severity := "medium" if front.openclaw_reads
