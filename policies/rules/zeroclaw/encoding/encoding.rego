# METADATA
# title: Document that ZeroClaw cannot read
# description: >-
#   ZeroClaw reads every Markdown and TOML file of a skill as UTF-8 and refuses the
#   skill when one is not.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw.encoding

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": "not UTF-8: ZeroClaw reads every Markdown and TOML file and refuses the skill when it cannot",
	"hint": "save the file as UTF-8",
	"at": {"file": path},
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	some path in zeroclaw.facts.unreadable
	path != input.skill.manifest.file
}
