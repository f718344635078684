# METADATA
# title: Manifest is not UTF-8
# description: >-
#   Agents read the manifest as UTF-8. Some refuse other bytes, others put a
#   replacement character in the place of each.
# custom:
#   code: SPEC-018
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec.encoding

findings contains {
	"message": sprintf("%s is not UTF-8 from here on: agentskills and codex refuse the file, openclaw shows � instead", [input.skill.manifest.file]),
	"hint": sprintf("save it as UTF-8: `iconv -f WINDOWS-1252 -t UTF-8 %s`, if that is what it was written in", [input.skill.manifest.file]),
	"at": object.union({"file": input.skill.manifest.file}, place),
} if {
	input.skill.manifest.file != ""
	input.skill.text.utf8 == false
}

default place := {}

place := {"span": input.skill.text.bad} if is_object(input.skill.text.bad)
