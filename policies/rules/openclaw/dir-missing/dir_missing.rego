# METADATA
# title: Skill folder that is not there
# description: >-
#   OpenClaw passes over entries of extraDirs and allowSymlinkTargets that do
#   not exist without a word.
# custom:
#   severity: medium
#   confidence: low
#   locus: config
#   unit: config
#   hosts: [openclaw]
#   fix: none
package skillctl.rules.openclaw["dir-missing"]

findings contains {
	"message": sprintf("%s is not there: OpenClaw ignores the entry without a word", [place.written]),
	"hint": "correct the path, or remove the entry; on another machine it may be right",
	"at": {"path": place.path},
} if {
	some place in input.config.paths
	place.type == ""
	array.slice(place.path, 0, 2) == ["skills", "load"]
}

findings contains {
	"message": sprintf("%s is a file, and OpenClaw wants a folder: it ignores the entry without a word", [place.written]),
	"hint": "name the folder",
	"at": {"path": place.path},
	"confidence": "high",
} if {
	some place in input.config.paths
	place.type == "file"
	array.slice(place.path, 0, 2) == ["skills", "load"]
}
