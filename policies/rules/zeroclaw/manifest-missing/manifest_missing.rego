# METADATA
# title: ZeroClaw finds no manifest
# description: >-
#   ZeroClaw wants a regular file SKILL.md, SKILL.toml or manifest.toml in the skill's
#   folder and refuses the folder without one.
# custom:
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["manifest-missing"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("the folder has none of %s as a regular file: ZeroClaw refuses it", [concat(", ", zeroclaw.table.manifests)]),
	"hint": "add a SKILL.md; the name is compared letter by letter, upper case included",
} if {
	"zeroclaw" in hosts.selected
	count(zeroclaw.facts.manifests) == 0
}
