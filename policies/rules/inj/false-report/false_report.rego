# METADATA
# title: Has something said that is not so
# description: >-
#   The text has the agent state that something was checked, found or left alone whatever is
#   so, or give out as somebody else's, as neutral or as ordinary what it is not, beside
#   something that is done to records, money, permissions or in favour of somebody; or it
#   has something said, left out or ranked of which it says itself that it is not so, or so
#   whatever is found.
# custom:
#   code: INJ-024
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["false-report"]

import data.skillctl.lib.evidence
import data.skillctl.lib.leans
import data.skillctl.lib.orders
import data.skillctl.lib.remarks
import data.skillctl.lib.slants
import data.skillctl.lib.text
import data.skillctl.lib.veils

findings contains {
	"message": sprintf("%s: %s, and %s", [orders.shown(deed), what, why]),
	"hint": "leave it out; have the agent say what it did and what it found",
	"at": {"file": deed.file, "span": deed.span},
	"severity": "high",
	"locus": remarks.locus(deed),
} if {
	some [deed, list] in remarks.deeds
	remarks.said(deed)
	[what, why] := misled(list, deed)
}

# It is said in single words of a paragraph, in one of some languages.
findings contains {
	"message": sprintf("%s: %s, and %s", [text.cited(text.clip(trim_space(lean.text), 120)), what, why]),
	"hint": "leave it out; have the agent say what it did and what it found",
	"at": {"file": lean.file, "span": lean.span},
	"locus": "instruction",
} if {
	some lean in leans.bodied
	[what, why] := leans.turned(lean)
}

misled(list, deed) := veils.misstated(list, deed)

misled(list, deed) := slants.told(list, deed) if not veils.misstated(list, deed)

misled(list, deed) := evidence.forged(list, deed) if {
	not veils.misstated(list, deed)
	not slants.told(list, deed)
}
