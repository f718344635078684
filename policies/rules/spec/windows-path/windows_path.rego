# METADATA
# title: Path with backslashes
# description: >-
#   A backslash separates folders on Windows only; elsewhere it is a character of
#   the name, and the file is not found.
# custom:
#   code: SPEC-017
#   severity: medium
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: safe
package skillctl.rules.spec["windows-path"]

import data.skillctl.lib.links
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("the path %s uses backslashes: outside Windows it names no file", [text.clip(link.target, 80)]),
		"hint": sprintf("write %s", [text.clip(wanted, 80)]),
		"at": {"file": link.file, "span": link.span},
		"locus": link.locus,
		"severity": severity(link),
	},
	fix(link, wanted),
) if {
	some link in input.skill.body.links
	contains(link.target, `\`)
	link.kind in {"relative", "windows"}
	not drive(link.target)
	wanted := replace(link.target, `\`, "/")
	links.in_package(link, wanted)
}

drive(target) if regex.match(`^[A-Za-z]:|^\\\\`, target)

severity(link) := "medium" if not link.mention

severity(link) := "low" if link.mention

fix(link, wanted) := {"fix": {
	"title": "write slashes",
	"safe": true,
	"edits": [{"at": {"file": link.file, "span": link.targetSpan}, "text": wanted}],
}} if {
	is_object(object.get(link, "targetSpan", null))
}

fix(link, _) := {} if not is_object(object.get(link, "targetSpan", null))
