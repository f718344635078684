# METADATA
# title: Lays down what comes out for somebody alone
# description: >-
#   A sentence names a person, a product, a package or a value of which nothing else of the skill
#   speaks, and has the agent spare it what others are checked for, count it as good, put it first or
#   let it in. What the user is told is then not what was found.
# custom:
#   code: INJ-048
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.inj["partial-rule"]

import data.skillctl.lib.remarks
import data.skillctl.lib.rulings
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s: %s %s, of which nothing else in the skill speaks", [text.cited(text.clip(trim_space(ruling.text), 120)), laid[kind], text.cited(name)]),
	"hint": "leave it out; have the same rules hold for all, or say in the description whom the exception is for and why",
	"at": {"file": ruling.file, "span": ruling.span},
	"severity": grade,
	"locus": remarks.locus(ruling),
} if {
	some ruling in input.skill.body.rulings
	[grade, name, kind] := rulings.partial(ruling)
}

laid := {
	"spared": "it leaves out what is of",
	"unsaid": "nothing is to be said or looked for of",
	"cleared": "it fixes what counts for",
	"first": "it puts first",
	"scored": "it fixes the score of",
	"scaled": "it changes figures of",
	"admitted": "it lets somebody in by",
}
