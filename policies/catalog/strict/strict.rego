# METADATA
# title: Profile strict
# description: >-
#   The same order of loading with the doors closed that OpenClaw leaves open: no
#   links out of any root but into allowed targets, no loops, no hard links, no
#   folders for programs, no skills whose conditions were lost or whose manifest
#   anybody can write, and a warning where a skill that nobody gets keeps one away.
package skillctl.catalog.profiles.strict

traits := {
	"follow": {"anywhere": "targets"},
	"hardlinks": false,
	"program": "file",
	"empty_list_is_none": true,
	"lost_metadata": true,
	"ineligible_shadows": true,
	"status": false,
}

objections[c.id] := {
	"state": "refused",
	"rule": "catalog/writable",
	"message": sprintf("everybody on this machine can write its SKILL.md (mode %s)", [c.manifest.mode]),
} if {
	some c in input.candidates
	regex.match(`[2367]$`, c.manifest.mode)
}
