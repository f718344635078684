# METADATA
# title: Metadata that OpenClaw cannot parse
# description: >-
#   OpenClaw reads the metadata as JSON or JSON5 when its line holds a colon.
#   Text that is neither is dropped silently, with every requirement in
#   it: the skill is then offered everywhere.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["metadata-discarded"]

findings contains {
	"message": sprintf("OpenClaw cannot parse this metadata (%s) and silently ignores all of it: %s", [meta.reason, effect(meta)]),
	"hint": "write the mapping as block YAML over several lines, or quote every key and string as JSON does",
	"at": {"path": ["metadata"], "on": "key"},
	"severity": weight(meta),
} if {
	meta := input.skill.openclaw.metadata
	meta.state == "discarded"
	meant_for_openclaw(meta)
}

meant_for_openclaw(meta) if meta.lost

meant_for_openclaw(meta) if meta.mentions

effect(meta) := sprintf("%s would have no effect, and the skill counts as having no requirements", [concat(", ", meta.lost.gates)]) if {
	count(meta.lost.gates) > 0
} else := "what it says about OpenClaw has no effect" if {
	not has_gates(meta)
}

default weight(_) := "medium"

# Only the looks of the skill are lost.
weight(meta) := "low" if count(meta.lost.gates) == 0

has_gates(meta) if count(meta.lost.gates) > 0
