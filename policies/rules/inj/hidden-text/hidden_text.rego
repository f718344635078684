# METADATA
# title: Text that is not what it shows
# description: >-
#   Characters without a shape carry a message, or letters are written so that a word
#   reads differently from how it is written.
# custom:
#   code: UNI-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["hidden-text"]

import data.skillctl.lib.text

findings contains {
	"message": concat("", [what[place.kind], said(place)]),
	"hint": "write it with ordinary characters that everybody sees, or remove it",
	"at": {"file": place.file, "span": place.span},
	"severity": severity(place),
} if {
	some place in input.skill.body.disguises
	severity(place)
}

what := {
	"tags": "tag characters, which are not shown",
	"selectors": "variation selectors that belong to no character",
	"bidi": "characters that show the text in another order than it is read",
	"invisible": "characters that are not seen",
	"lookalike": "letters of another script in a word of Latin ones",
	"styled": "letters that are only a shape of others",
	"marks": "marks over letters that are no letters with them",
}

said(place) := sprintf(": it reads %q", [text.clip(place.text, 120)]) if place.text != ""

said(place) := "" if place.text == ""

# A message that nobody sees, and a word that is hidden from whoever searches for it.
severity(place) := "high" if grave(place)

severity(place) := "medium" if {
	not grave(place)
	odd(place)
}

grave(place) if {
	place.kind in {"tags", "selectors"}
	place.count > 3
}

grave(place) if place.kind == "bidi"

grave(place) if {
	place.kind == "invisible"
	place.count >= 8
}

grave(place) if place.hides

odd(place) if place.kind in {"tags", "selectors"}

# In a text of another script a word of both is nothing special.
odd(place) if {
	place.kind == "lookalike"
	place.foreign < 3
}
