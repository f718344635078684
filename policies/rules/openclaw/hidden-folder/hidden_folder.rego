# METADATA
# title: Skill in a folder that OpenClaw skips
# description: >-
#   OpenClaw does not look into folders whose name starts with a dot, nor into
#   node_modules.
# custom:
#   severity: medium
#   confidence: high
#   locus: package
#   unit: set
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["hidden-folder"]

import data.skillctl.lib.openclaw

findings contains {
	"message": sprintf("%s lies below %s, where OpenClaw does not look: it never sees this skill", [skill.name, folder]),
	"hint": "move the skill out of that folder, or rename the folder",
	"at": {"file": openclaw.manifest(skill)},
	"severity": weight(folder),
} if {
	some skill in openclaw.placed
	folder := openclaw.unseen(skill.place.rel)
}

default weight(_) := "medium"

# Copies that the installer keeps are not meant to load.
weight(".openclaw-install-backups") := "info"
