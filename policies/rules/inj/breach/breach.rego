# METADATA
# title: Breaks the trust that somebody has in the work
# description: >-
#   A sentence has a safeguard pass without being met, a record say what was not so, secrets laid
#   open, strangers trusted for good, people deceived for gain, or protections and data taken away
#   at large. What can only be meant so blocks; other sentences do where two bear each other out.
# custom:
#   code: INJ-034
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj.breach

import data.skillctl.lib.breaches
import data.skillctl.lib.orders
import data.skillctl.lib.remarks

findings contains {
	"message": sprintf("%s: %s", [orders.shown(deed), min(why)]),
	"hint": "leave it out; checks are met, records say what was so, and the user decides what is bought, sent or deleted",
	"at": {"file": deed.file, "span": deed.span},
	"severity": breaches.severity(deed),
	"because": "nothing else bears it out",
	"locus": remarks.locus(deed),
} if {
	some file
	some deed in breaches.told[file]
	why := {breaches.kinds[kind][1] | some kind in breaches.of(deed)}
}
