# METADATA
# title: Package is too large
# description: >-
#   Agents and registries bound what they take: the library of OpenClaw 8 MiB for
#   a skill. A large package also hides what is in it.
# custom:
#   code: SPEC-016
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   fix: none
#   options:
#     max_bytes:
#       default: 8388608
#       description: Bytes of all files together above which the package is too large.
package skillctl.rules.spec["package-size"]

findings contains {
	"message": sprintf("the files of the skill have %d bytes together; use at most %d", [input.skill.counts.bytes, limit]),
	"hint": sprintf("remove files that can be downloaded or generated; the largest is %s with %d bytes", [largest.path, largest.size]),
	"at": {"file": largest.path},
} if {
	limit := input.options["spec/package-size"].max_bytes
	input.skill.counts.bytes > limit
	most := max([file.size | some file in input.skill.files; file.type == "regular"])
	largest := [file | some file in input.skill.files; file.type == "regular"; file.size == most][0]
}
