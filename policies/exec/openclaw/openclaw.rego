# METADATA
# title: OpenClaw
# description: >-
#   Answers what OpenClaw 2026.9.6 would decide about an exec request on its
#   gateway host, quirks included: an operator who migrates can compare. It is no
#   safer than that system; profile strict is.
#
#   refuse.rego says what is refused before a command is looked at, evaluate.rego
#   what follows from the command; the other files are what these two ask.
# custom:
#   facts: [openclaw]
package skillctl.exec.profiles.openclaw

import data.skillctl.lib.exec.approval

view := input.facts.openclaw

settings := object.get(input.settings, "exec", {})

# What only OpenClaw has: schema/settings.cue, #OpenClawSettings.
host_settings := object.get(input.settings, "openclaw", {})

approvals := object.get(host_settings, "approvals", {})

attended if object.get(input.request, "approver", true) != false

approved if {
	object.get(input.request, "approved", false) == true
	not approval.too_old(effective.ask)
}

reasons contains reason if some reason in refusals

reasons contains reason if {
	count(refusals) == 0
	some reason in evaluation
}

# How the parts of the command were judged, for --explain.
details := {
	"policy": effective,
	"target": object.get(resolved, "effective", null),
	"analysis": {"ok": view.ok, "reason": view.reason},
	"segments": [{"argv": segment.argv, "satisfied": satisfactions[i], "trust": segment.trust} |
		some i, segment in view.segments
	],
}

boundary := {"host": resolved.effective} if resolved.effective
