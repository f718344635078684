# METADATA
# title: TOML file that ZeroClaw cannot parse
# description: >-
#   ZeroClaw parses every TOML file of a skill, whatever its name, and refuses the skill
#   when one is not valid.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["toml-syntax"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("not valid TOML: %s; ZeroClaw parses every .toml file and refuses the skill", [found.error.message]),
	"hint": "correct the file, or give it another ending",
	"at": {"file": found.file, "span": found.error.span},
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	some found in zeroclaw.facts.toml
	found.error
	found.file != input.skill.manifest.file
}
