# METADATA
# title: Two skills have nearly the same description
# description: >-
#   An agent chooses by description. When two say nearly the same it takes either,
#   and not always the same one.
# custom:
#   code: SPEC-023
#   severity: low
#   confidence: medium
#   locus: manifest
#   unit: set
#   fix: none
#   options:
#     min_percent:
#       default: 80
#       description: Part of the words, in percent, from which on two descriptions are alike.
package skillctl.rules.spec["description-overlap"]

import data.skillctl.lib.members

findings contains {
	"message": sprintf("the description shares %d%% of its words with that of %q (%s): an agent cannot tell the two apart", [percent, first.name, members.file(first)]),
	"hint": "say in each what the other does not do, or make one skill of the two",
	"at": {"file": members.file(second)},
	"related": [{"at": {"file": members.file(first)}, "message": "the other description"}],
} if {
	some pair in input.set.overlaps
	percent := round(pair.share * 100)
	percent >= input.options["spec/description-overlap"].min_percent
	first := input.set.skills[pair.a]
	second := input.set.skills[pair.b]
	first.name != second.name
}
