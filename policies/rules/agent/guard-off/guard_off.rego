# METADATA
# title: A file of the folder switches off what guards the user
# description: >-
#   Hooks, the sandbox and the trust in folders are there to hold an agent back. A file of
#   the folder that it works in must not have a say in that.
# custom:
#   code: AGT-005
#   severity: high
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent["guard-off"]

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s has less to hold it back: %s is %s", [obeyed.client(part), entry.key, obeyed.shown(entry.value)]),
	"hint": "leave it out: whoever uses the agent decides that",
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(entry, rule)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"guard"})
	rule := obeyed.known(entry)
	not entry.value in rule.good
}

severity(entry, rule) := "medium" if {
	entry.value in rule.lesser
} else := "high"
