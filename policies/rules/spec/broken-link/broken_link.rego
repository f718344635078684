# METADATA
# title: Link to a file that is not there
# description: >-
#   The text sends the agent to a file of the package that does not exist. It
#   looks for it, finds nothing, and guesses.
# custom:
#   code: SPEC-013
#   severity: medium
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.spec["broken-link"]

import data.skillctl.lib.links
import data.skillctl.lib.text

findings contains {
	"message": sprintf("the link to %q leads nowhere: %s is not in the package", [text.clip(link.target, 80), text.clip(link.path, 80)]),
	"hint": "add the file, correct the path (it starts at the folder of the file that holds the link), or remove the link",
	"at": {"file": link.file, "span": link.span},
	"locus": link.locus,
	"severity": severity(link),
} if {
	some link in links.dangling
	not link.mention
	object.get(link, "actual", "") == ""
}

# What the agent is told to read or run first weighs more than a link in a file
# that it may open, and an example is no instruction.
severity(link) := "medium" if weighty(link)

severity(link) := "low" if not weighty(link)

weighty(link) if {
	link.file == input.skill.manifest.file
	link.locus == "instruction"
	not link.image
}
