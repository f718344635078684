# METADATA
# title: Manifest is not spelt SKILL.md
# description: >-
#   Hosts look for the exact name SKILL.md. A skill.md or SKILLS.md works on a
#   disk that ignores case, at best, and is skipped elsewhere without a word.
# custom:
#   code: SPEC-001
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   fix: none
package skillctl.rules.spec["manifest-case"]

manifest := input.skill.manifest

findings contains {
	"message": sprintf("%q is not a manifest: hosts look for SKILL.md, spelt exactly so, and skip this folder without a word", [name]),
	"hint": sprintf("rename it: `git mv %s SKILL.md`", [name]),
	"at": {"file": name},
} if {
	manifest.file == ""
	some name in manifest.lookalikes
}

findings contains {
	"message": sprintf("%q beside %s is read by no host, and on a disk that ignores case the two are one file", [name, manifest.file]),
	"hint": sprintf("delete %s, or give it a name that is not like a manifest's", [name]),
	"at": {"file": name},
	"severity": "low",
} if {
	manifest.file != ""
	some name in manifest.lookalikes
}
