# METADATA
# title: Name says nothing about the skill
# description: >-
#   A name such as "helper" or "utils" tells neither the agent nor the reader of
#   an allow-list what the skill is, and is likely to be there twice.
# custom:
#   code: SPEC-020
#   severity: info
#   confidence: medium
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["name-vague"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("the name %q does not say what the skill does", [name]),
	"hint": "name the thing and what is done with it, such as pdf-merge or sql-review",
	"at": {"path": ["name"]},
} if {
	name := front.name
	lower(name) in data.skillctl.tables.fields.vague_names
}
