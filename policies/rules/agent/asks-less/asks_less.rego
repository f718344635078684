# METADATA
# title: A file of the folder has an agent ask less
# description: >-
#   With the mode that the file chooses an agent does what it would else have asked about.
#   Who opens the folder has not chosen it.
# custom:
#   code: AGT-004
#   severity: high
#   confidence: high
#   locus: config
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.agent["asks-less"]

import data.skillctl.lib.obeyed

findings contains {
	"message": sprintf("%s asks less: %s is %s", [obeyed.client(part), entry.key, obeyed.shown(entry.value)]),
	"hint": sprintf("leave it out, or write %s", [wanted(rule)]),
	"at": {"file": part.file, "span": entry.span},
	"severity": obeyed.weight(part, severity(entry, rule)),
	"locus": obeyed.locus(part),
} if {
	some [part, entry] in obeyed.entries({"asking"})
	rule := obeyed.known(entry)
	not entry.value in rule.good
}

severity(entry, rule) := "medium" if {
	entry.value in rule.lesser
} else := "high"

wanted(rule) := concat(" or ", [json.marshal(value) | some value in rule.good])
