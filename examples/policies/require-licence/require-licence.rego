# METADATA
# title: A licence is named
# description: >-
#   Finds skills without a licence in the front matter and without a file for it.
# custom:
#   severity: medium
#   locus: manifest
package skillctl.user.lint.require_licence

findings contains {"message": "no licence is named", "hint": "add license to the front matter, or a file LICENSE"} if {
	not input.skill.front.fields.license
	not licence_file
}

licence_file if {
	some file in input.skill.files
	regex.match(`(?i)^(licen[cs]e|copying)(\.(txt|md))?$`, file.path)
}
