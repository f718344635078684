# METADATA
# title: File is reached only through another file
# description: >-
#   The specification wants references one step away from SKILL.md. Agents often
#   read only the beginning of a file that they reach in two steps.
# custom:
#   code: SPEC-014
#   severity: info
#   confidence: medium
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.spec["deep-reference"]

import data.skillctl.lib.links
import data.skillctl.lib.text

document(path) if endswith(path, ".md")

# Documents that SKILL.md sends to, by link or by name.
near contains link.path if {
	some link in links.present
	link.file == input.skill.manifest.file
	document(link.path)
}

far[link.path] contains [link.file, link.span.start.offset] if {
	some link in links.present
	link.file != input.skill.manifest.file
	link.file in near
	not link.mention
	link.locus == "instruction"
	document(link.path)
	not link.path in near
	link.path != input.skill.manifest.file
}

findings contains {
	"message": sprintf("%s is reached only through %s", [text.clip(path, 80), text.clip(first[0], 80)]),
	"hint": sprintf("name %s in SKILL.md too, and say there when to read it", [text.clip(path, 80)]),
	"at": {"file": link.file, "span": link.span},
} if {
	some path, places in far
	first := min(places)
	some link in links.present
	link.file == first[0]
	link.span.start.offset == first[1]
	link.path == path
}
