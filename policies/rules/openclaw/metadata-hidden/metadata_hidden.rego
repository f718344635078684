# METADATA
# title: Metadata block that another block overrides
# description: >-
#   OpenClaw reads the first of the blocks openclaw and clawdbot that is an object,
#   even when it is empty. Requirements in the other block have no effect.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["metadata-hidden"]

findings contains {
	"message": sprintf("OpenClaw reads only metadata.%s, so %s in metadata.%s has no effect", [meta.block, concat(", ", lost), meta.hidden.name]),
	"hint": sprintf("move its keys into metadata.%s and remove metadata.%s", [meta.block, meta.hidden.name]),
	"at": {"path": meta.hidden.path, "on": "key"},
	"related": [{"at": {"path": meta.path, "on": "key"}, "message": note(meta)}],
} if {
	meta := input.skill.openclaw.metadata
	lost := [gate | some gate in meta.hidden.gates; not gate in meta.gates]
	count(lost) > 0
}

note(meta) := "this block is read, though it is empty" if meta.empty

note(meta) := "this block is read" if not meta.empty
