# METADATA
# title: Metadata that belongs to an installer
# description: >-
#   Installers write where a skill came from into its metadata. In the source of a skill such an entry is false from the first copy on.
# custom:
#   code: SPEC-019
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["installer-metadata"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("`metadata.%s` is written by the `gh` installer and overwritten or dropped when the skill is installed", [key]),
	"hint": sprintf("delete `%s` from the source of the skill", [key]),
	"at": {"path": ["metadata", key], "on": "key"},
} if {
	some key, _ in front.fields.metadata.value
	is_string(key) # a list has numbers
	some prefix in data.skillctl.tables.fields.installer_metadata
	startswith(key, prefix)
}
