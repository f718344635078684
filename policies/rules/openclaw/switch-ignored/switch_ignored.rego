# METADATA
# title: Switch whose value OpenClaw does not understand
# description: >-
#   OpenClaw reads true, false, yes, no, on, off, 1 and 0. Any other value
#   counts as not written, so the default applies.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["switch-ignored"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("OpenClaw does not understand %q for %s: the default applies, and %s", [switch.written, switch.key, default_effect[switch.key]]),
	"hint": "write true or false",
	"at": {"path": [switch.key]},
	"severity": openclaw.severity("medium"),
} if {
	some switch in input.skill.openclaw.switches
	not switch.understood
}

default_effect := {
	"user-invocable": "users can call the skill",
	"disable-model-invocation": "the model can call the skill",
}
