# METADATA
# title: Has the agent do harm to people or other agents
# description: >-
#   A sentence has the agent give advice that endangers somebody, deceive whoever it speaks
#   with, take consent for given, win over other agents, wait until nobody looks, or wipe out
#   what was recorded. One such sentence asks for a look; two different ones block.
# custom:
#   code: INJ-033
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.harm

import data.skillctl.lib.harms
import data.skillctl.lib.orders
import data.skillctl.lib.reins
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), min(why)]),
	"hint": "leave it out; the agent tells the truth, keeps people safe and leaves decisions to the user",
	"at": {"file": deed.file, "span": deed.span},
	"severity": reins.graded(deed, severity(deed)),
	"because": "it stands alone",
	"locus": remarks.locus(deed),
} if {
	some file
	some deed in harms.told[file]
	why := {harms.kinds[kind][1] | some kind in deed.kinds; harms.kinds[kind]; harms.meant(kind, deed.text)}
}

severity(deed) := "high" if harms.grave(deed)

else := "medium"
