# METADATA
# title: Program evaluates code that it downloaded or decoded
# description: >-
#   A program of the package, or code in its text, has its interpreter run
#   something that came over the network or that nobody can read. What it does
#   cannot be seen in the package.
# custom:
#   code: EXE-011
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["dynamic-code"]

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s has %s evaluate the result of %s, so the code that runs is not in the package", [commands.shown(flow), flow.to, step.program]),
	"hint": "ship the code as a file of the package; parse downloaded data as JSON instead of evaluating it",
	"at": {"file": flow.file, "span": flow.span},
	"severity": severity(flow, step),
	"locus": commands.locus(flow.file),
} if {
	some flow in input.skill.body.flows
	flow.how == "call"
	some step in flow.steps
}

hides(step) if regex.match(`decode|a2b_|unhex|fromhex|fromchar|atob|rot_?13|marshal|decompress|gzinflate|buffer`, step.program)

severity(flow, step) := "medium" if {
	commands.aside(flow.file)
} else := "critical" if {
	hides(step)
} else := "high"
