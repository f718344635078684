# METADATA
# title: Front matter uses anchors or aliases
# description: >-
#   Anchors and aliases make one value depend on another place. Line-based
#   readers do not know them and take `*name` for text; they are also how
#   small files are blown up to large ones.
# custom:
#   code: SPEC-002
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["front-matter-anchors"]

import data.skillctl.lib.front

findings contains {
	"message": sprintf("the front matter holds %s (`&name`, `*name`): zeroclaw takes them for plain text", [many(front.front.anchors)]),
	"hint": "write the value out at each place, or quote it if the `&` or `*` is meant as text",
	"at": {"span": front.front.span},
} if {
	front.front.anchors > 0
	front.readable
}

many(1) := "a YAML anchor or alias"

many(n) := sprintf("%d YAML anchors or aliases", [n]) if n != 1
