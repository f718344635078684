# METADATA
# title: No license
# description: >-
#   Without a license others may not copy or change the skill. Switched off
#   unless asked for: more than half of all published skills have none.
# custom:
#   code: SPEC-012
#   severity: info
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
#   enabled: false
package skillctl.rules.spec["license-missing"]

import data.skillctl.lib.front

findings contains {
	"message": "the skill does not say under which license it may be used",
	"hint": "add `license: MIT` or another identifier, or the name of a file in the package, `license: LICENSE.txt`",
	"at": {"span": front.front.span},
} if {
	front.readable
	absent
	not shipped
}

absent if not front.fields.license

absent if front.text("license") == ""

# A license file at the top says it too.
shipped if {
	some file in input.skill.files
	not contains(file.path, "/")
	regex.match(`(?i)^(licen[cs]e|copying)(\.[a-z]+)?$`, file.path)
}
