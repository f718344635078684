# METADATA
# title: Skill folder does not exist
# description: >-
#   OpenClaw silently skips entries of extraDirs and allowSymlinkTargets that do not
#   exist.
# custom:
#   severity: medium
#   confidence: low
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["dir-missing"]

findings contains {
	"message": sprintf("%s does not exist: OpenClaw silently ignores the entry", [place.written]),
	"hint": "correct the path, or remove the entry; on another machine it may be right",
	"at": {"path": place.path},
} if {
	some place in input.config.paths
	place.type == ""
	array.slice(place.path, 0, 2) == ["skills", "load"]
}

findings contains {
	"message": sprintf("%s is a file, not a folder: OpenClaw silently ignores the entry", [place.written]),
	"hint": "name the folder",
	"at": {"path": place.path},
	"confidence": "high",
} if {
	some place in input.config.paths
	place.type == "file"
	array.slice(place.path, 0, 2) == ["skills", "load"]
}
