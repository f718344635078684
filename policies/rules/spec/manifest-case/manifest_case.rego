# METADATA
# title: Manifest is not named SKILL.md
# description: >-
#   Agents look for the exact name SKILL.md. A skill.md or SKILLS.md works at best on
#   a file system that ignores case, and is silently skipped elsewhere.
# custom:
#   code: SPEC-001
#   severity: high
#   confidence: medium
#   locus: package
#   unit: skill
#   fix: none
package skillctl.rules.spec["manifest-case"]

manifest := input.skill.manifest

# What each of these is to be called.
proper := {"skill.md": "SKILL.md", "skill.toml": "SKILL.toml"}

findings contains {
	"message": sprintf("%q is not a manifest: agents look for %s, spelt exactly so, and skip this folder silently", [name, wanted]),
	"hint": sprintf("rename it: `git mv %s %s`", [name, wanted]),
	"at": {"file": name},
} if {
	manifest.file == ""
	some name in manifest.lookalikes
	wanted := proper[lower(name)]
}

# Anything else that looks like a manifest may be something else after all.
findings contains {
	"message": sprintf("%q is not a manifest: agents look for SKILL.md, and there is none", [name]),
	"hint": "if the folder is a skill, write its SKILL.md; if it is not, there is nothing to do",
	"at": {"file": name},
	"severity": "low",
} if {
	manifest.file == ""
	some name in manifest.lookalikes
	not proper[lower(name)]
}

findings contains {
	"message": sprintf("%q beside %s is read by no agent, and on a disk that ignores case the two are one file", [name, manifest.file]),
	"hint": sprintf("delete %s, or give it a name that is not like a manifest's", [name]),
	"at": {"file": name},
	"severity": "low",
} if {
	some name in manifest.lookalikes
	lower(name) == lower(manifest.file)
}
