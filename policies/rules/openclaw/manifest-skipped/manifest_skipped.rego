# METADATA
# title: Manifest that is not a file of the folder
# description: >-
#   OpenClaw loads SKILL.md only when it is a regular file, or a link to one,
#   inside the folder of the skill. A link that leaves the folder, leads
#   nowhere, or a folder of that name hides the skill.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["manifest-skipped"]

import data.skillctl.lib.openclaw

findings contains {
	"message": problem,
	"hint": "put the text itself into SKILL.md",
	"at": {"file": "SKILL.md"},
	"severity": openclaw.severity("medium"),
} if {
	input.skill.manifest.file == "SKILL.md"
	input.skill.manifest.type != "regular"
	some file in input.skill.files
	file.path == "SKILL.md"
	problem := problems(file)
}

problems(file) := sprintf("SKILL.md is a link to %s, outside the folder of the skill: OpenClaw skips it, even where allowSymlinkTargets names the place", [file.link.target]) if {
	not file.link.inside
} else := sprintf("SKILL.md is a link to %s, which does not exist: OpenClaw silently skips the skill", [file.link.target]) if {
	file.link.inside
	not file.link.exists
} else := sprintf("SKILL.md is a %s, not a file: OpenClaw loads neither it nor any skill below", [kind(file.type)]) if {
	file.type in {"dir", "fifo", "socket", "device", "other"}
}

kind(type) := object.get({"dir": "folder", "fifo": "named pipe", "other": "special file"}, type, type)
