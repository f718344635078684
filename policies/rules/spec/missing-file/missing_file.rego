# METADATA
# title: Text names a file that does not exist
# description: >-
#   The text names a script or a reference of the package, without a link, and
#   there is no such file.
# custom:
#   code: SPEC-013
#   severity: low
#   confidence: medium
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.spec["missing-file"]

import data.skillctl.lib.links
import data.skillctl.lib.text

findings contains {
	"message": sprintf("the text names %s, which is not in the package", [text.clip(path, 80)]),
	"hint": "add the file, or correct the path (it starts at the folder of the skill)",
	"at": {"file": first.file, "span": first.span},
	"locus": first.locus,
} if {
	some path, places in mentioned
	first := places[min(object.keys(places))]
}

# One finding for each file that is missing, where it is named first.
mentioned[link.path][offset] := link if {
	some link in links.dangling
	link.mention
	object.get(link, "actual", "") == ""
	link.file == input.skill.manifest.file
	offset := link.span.start.offset
}
