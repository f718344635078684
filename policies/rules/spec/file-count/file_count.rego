# METADATA
# title: Package has too many files
# description: >-
#   Hundreds of files, or a folder of dependencies, are usually packed by accident.
#   The skill library of OpenClaw accepts 256 files, and nobody reviews more.
# custom:
#   code: SPEC-016
#   severity: low
#   confidence: high
#   locus: package
#   unit: skill
#   fix: none
#   options:
#     max:
#       default: 256
#       description: Files above which there are too many.
package skillctl.rules.spec["file-count"]

findings contains {
	"message": sprintf("the skill has %d files; use at most %d", [input.skill.counts.files, limit]),
	"hint": "leave out dependencies, caches and build results",
} if {
	limit := input.options["spec/file-count"].max
	input.skill.counts.files > limit
}

findings contains {
	"message": sprintf("the folder %s belongs to one checkout or machine and is in the package", [file.path]),
	"hint": sprintf("leave %s out, and say in the text how to install what it holds", [file.path]),
	"at": {"file": file.path},
} if {
	input.skill.counts.depth > 0
	some file in input.skill.files
	file.type == "dir"
	file.path in {".git", ".venv", "node_modules", "venv"}
}
