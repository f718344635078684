# METADATA
# title: Spaces at the end of a line of the front matter
# description: >-
#   They are invisible. Some agents keep them in a value, others remove them, and an
#   editor that removes them changes lines that nobody meant to change.
# custom:
#   code: SPEC-018
#   severity: info
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: safe
package skillctl.rules.spec["trailing-whitespace"]

import data.skillctl.lib.front
import data.skillctl.lib.text

# Spaces inside a quoted text belong to its value, and in a block of text those
# of the last line too.
kept(place) if {
	some field in front.fields
	field.style in {"double", "single"}
	field.span.start.offset <= place.start.offset
	field.span.end.offset > place.start.offset
}

kept(place) if {
	some field in front.fields
	field.style in {"folded", "literal"}
	field.span.start.offset <= place.start.offset
	field.span.end.offset >= place.start.offset
}

loose := [place |
	front.readable
	some place in input.skill.text.trailing
	not kept(place)
]

findings contains {
	"message": sprintf("%s of the front matter with spaces at the end", [text.counted(count(loose), "line")]),
	"hint": "delete the spaces",
	"at": {"span": loose[0]},
	"fix": {
		"title": "delete spaces at the ends of lines",
		"safe": true,
		"edits": [{"at": {"span": place}, "text": ""} | some place in loose],
	},
} if {
	count(loose) > 0
}
