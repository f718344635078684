# METADATA
# title: Manifest holds a NUL byte
# description: >-
#   NUL ends the text for some programs and not for others, so that a reviewer
#   and an agent may read different skills.
# custom:
#   code: SPEC-018
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["nul-byte"]

findings contains {
	"message": sprintf("%s holds a NUL byte: what follows it is cut off by some programs and read by others", [input.skill.manifest.file]),
	"hint": "delete the byte, or save the file as UTF-8 if it is UTF-16",
	"at": object.union({"file": input.skill.manifest.file}, place),
} if {
	input.skill.manifest.file != ""
	input.skill.text.nul
}

default place := {}

place := {"span": input.skill.text.bad} if is_object(input.skill.text.bad)
