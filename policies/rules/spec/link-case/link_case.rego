# METADATA
# title: Path and file name differ in case
# description: >-
#   A file system that ignores case finds the file, others do not: the skill works for
#   its author and breaks on a server.
# custom:
#   code: SPEC-013
#   severity: medium
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: safe
package skillctl.rules.spec["link-case"]

import data.skillctl.lib.links
import data.skillctl.lib.text

findings contains object.union(
	{
		"message": sprintf("the file is named %[2]s, not %[1]s: systems that compare case do not find it", [text.clip(link.path, 80), text.clip(link.actual, 80)]),
		"hint": sprintf("write %s", [text.clip(respelt, 80)]),
		"at": {"file": link.file, "span": link.span},
		"locus": link.locus,
	},
	fix(link, respelt),
) if {
	some link in links.dangling
	link.actual != ""
	respelt := links.respelt(link)
}

fix(link, respelt) := {"fix": {
	"title": sprintf("write %s", [text.clip(respelt, 80)]),
	"safe": true,
	"edits": [{"at": {"file": link.file, "span": link.targetSpan}, "text": respelt}],
}} if {
	is_object(object.get(link, "targetSpan", null))
}

fix(link, _) := {} if not is_object(object.get(link, "targetSpan", null))
