# METADATA
# title: License file is not in the package
# description: >-
#   The license field names a file that does not exist: whoever gets the skill
#   does not get its terms.
# custom:
#   code: SPEC-012
#   severity: info
#   confidence: medium
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["license-file"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("`license` names %s, which is not in the package", [name]),
	"hint": sprintf("add %s beside SKILL.md, or name the license itself, such as `Apache-2.0`", [name]),
	"at": {"path": ["license"]},
} if {
	license := front.text("license")
	not contains(license, "://")
	some name in regex.find_n(`(?i)\b(licen[cs]e|copying|notice)[a-z0-9_-]*\.(txt|md|rst|html|pdf)\b`, license, 1)
	not present(name)
}

present(name) if {
	some file in input.skill.files
	lower(file.path) == lower(name)
}

# "references/LICENSE.txt" is found by its last segment.
present(name) if {
	some file in input.skill.files
	endswith(lower(file.path), concat("", ["/", lower(name)]))
}
