# METADATA
# title: Evidence that there is none of, or of one side
# description: >-
#   Sources, figures or facts that are made up and given out as found, and sources of one side
#   alone that are called independent.
package skillctl.lib.evidence

import data.skillctl.lib.reins
import data.skillctl.lib.remarks
import data.skillctl.lib.told

forged(list, deed) := ["sources or figures are made up", "they stand where people look for true ones"] if {
	remarks.is(deed, "forges")
	stated(list, deed)
} else := ["something is made up", "it is given out as true"] if {
	remarks.is(deed, "makesup")
	stated(list, deed)
	some other in list
	remarks.within(deed, other, 2)
	remarks.is(other, "truths")
} else := ["what speaks against something is left out", "the rest is called independent"] if {
	remarks.is(deed, "onesided")
	stated(list, deed)
	some other in list
	remarks.within(deed, other, 2)
	remarks.is(other, "posed")
}

# It is ordered, and of no text in which things are made up by right.
stated(list, deed) if {
	reins.told(list, deed)
	not regex.match(imagined, deed.text)
	not regex.match(`(?i)\b(fiction\w*|novels?|role-?play\w*|stor(y|ies)|games?|mock|dummy|synthetic|satir\w+|parod\w+|quiz(zes)?|exercises?|puzzles?|poems?|screenplays?|seed data|fixtures?)\b`, told.description)
}

imagined := `(?i)\b(fiction\w*|novels?|characters?|role-?play\w*|mock\w*|dummy|sample|tests?|testing|fixtures?|placeholders?|lorem ipsum|stor(y|ies)|screenplays?|games?|poems?|jokes?|satir\w+|parod\w+|puzzles?|quiz(zes)?|exercises?|distractors?|multiple[- ]choice|red[- ]team\w*|training data|synthetic|seed data|demo)\b`
