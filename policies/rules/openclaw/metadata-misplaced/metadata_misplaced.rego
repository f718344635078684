# METADATA
# title: Metadata block in a place that OpenClaw does not read
# description: >-
#   OpenClaw reads metadata.openclaw and the older metadata.clawdbot, spelt
#   exactly so. A block under another name or in another place has no effect,
#   and its requirements with it.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["metadata-misplaced"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("OpenClaw does not read %s%s", [concat(".", [sprintf("%v", [step]) | some step in block.path]), effect(block)]),
	"hint": sprintf("move it to %s", [target(block)]),
	"at": {"path": block.path, "on": "key"},
	"severity": weight(block),
} if {
	some block in input.skill.openclaw.metadata.stray
	for_openclaw(block)
}

for_openclaw(block) if block.name != "requires"

# Other agents have a top-level requires of their own: it says something only
# about a skill that is for OpenClaw.
for_openclaw(block) if {
	block.name == "requires"
	count(block.gates) > 0
	openclaw.meant
}

default target(_) := "metadata.openclaw"

target(block) := "metadata.openclaw.requires" if block.name == "requires"

effect(block) := sprintf(": %s has no effect", [concat(", ", block.gates)]) if count(block.gates) > 0

effect(block) := "" if count(block.gates) == 0

default weight(_) := "medium"

weight(block) := "low" if count(block.gates) == 0
