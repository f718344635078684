# METADATA
# title: Description contains a tag
# description: >-
#   Claude refuses the upload of a skill whose description holds an XML tag.
#   Agents put descriptions between tags of their own in the prompt.
# custom:
#   code: SPEC-008
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude]
#   fix: none
package skillctl.rules.spec["description-markup"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.text

findings contains {
	"message": sprintf("the description holds the tag `%s`, and claude refuses the upload of such a skill", [text.clip(found[0], 40)]),
	"hint": "write the name without angle brackets, in backticks or quotes",
	"at": {"path": ["description"]},
	"severity": hosts.severity({"claude"}, "medium", "low"),
} if {
	description := front.description
	contains(description, "<")
	found := regex.find_n(`</?[A-Za-z][A-Za-z0-9_.:-]*(\s[^<>]*)?/?>`, description, 1)
	count(found) > 0
}
