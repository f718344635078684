# METADATA
# title: Command that older versions of ZeroClaw refused
# description: >-
#   Audits of ZeroClaw before #5952 refused a skill whose documents hold one of eight
#   commands, even in a warning. Switch this on to keep to that.
# custom:
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
#   enabled: false
package skillctl.rules.zeroclaw["content-pattern"]

import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("the text matches %s, for which older ZeroClaw refused the skill", [hit.id]),
	"hint": "say it in other words, or leave this rule off: today's ZeroClaw checks commands when they run",
	"at": {"file": hit.file, "span": hit.span},
	"hosts": ["zeroclaw"],
} if {
	some hit in zeroclaw.facts.patterns
}
