# METADATA
# title: Key appears twice in the front matter
# description: >-
#   YAML does not allow a key twice. OpenClaw refuses the skill, Codex where it knows
#   the key; others take the first or the last value without saying which.
# custom:
#   code: SPEC-002
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["front-matter-duplicate-key"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": sprintf("`%s` appears twice in the front matter (first on line %d): %s", [
		twice.key,
		twice.first.start.line,
		effect,
	]),
	"hint": sprintf("keep one `%s` and delete the other", [twice.key]),
	"at": {"span": twice.span},
	"related": [{"at": {"span": twice.first}, "message": sprintf("the first `%s`", [twice.key])}],
	"severity": severity,
} if {
	some twice in front.front.duplicates
	front.was_read
}

# Agents that are known to refuse the skill.
refusing contains "codex" if not front.codex_reads

refusing contains "openclaw" if not front.openclaw_reads

default effect := "agents read the skill, and take one of the two values"

effect := sprintf("%s the skill, others take one of the two values", [hosts.doing(refusing, "refuse")]) if count(refusing) > 0

# OpenClaw repairs a description that the error points at, and loads the skill. Codex
# ignores a key that it does not know, however often it stands there.
default severity := "high"

severity := "low" if {
	hosts.selected == {"codex"}
	front.codex_reads
} else := "medium" if {
	front.openclaw_reads
}
