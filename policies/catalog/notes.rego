# METADATA
# title: Parts of roots that were not searched
# description: >-
#   Says which parts of each root were not searched, why, and by which setting, so
#   that somebody who misses a skill knows where to look.
package skillctl.catalog.notes

import data.skillctl.catalog.place

notes := [answer |
	some root in input.roots
	some note in all_of(root)
	answer := {
		"root": root.id,
		"rule": sprintf("catalog/unsearched-%s", [note.kind]),
		"path": note.path,
		"message": message(note),
		"setting": setting_of(root, note.kind),
	}
]

# A root that does not exist is not reported; one that exists and cannot be searched is.
all_of(root) := array.concat(broken(root), array.concat(root.notes, rest(root)))

broken(root) := [{"kind": root.problem, "path": root.path}] if root.problem in {"loop", "unreadable"}

else := []

rest(root) := [{"kind": "more", "path": root.path, "count": root.moreNotes}] if root.moreNotes > 0

else := []

message(note) := sprintf("%s was not searched: it cannot be listed: %s", [note.path, note.detail]) if {
	note.kind == "unreadable"
	note.detail
} else := sprintf("%s was not searched: it cannot be read", [note.path]) if {
	note.kind == "unreadable"
} else := sprintf("%s was not searched: its links lead to each other, or there are too many of them", [note.path]) if {
	note.kind == "loop"
} else := sprintf("%s was not searched: it disappeared or was replaced during the search", [note.path]) if {
	note.kind == "vanished"
} else := sprintf("%s in %s was not searched: its name is not UTF-8, and the agent cannot open it", [note.detail, note.path]) if {
	note.kind == "name"
} else := sprintf("%d of the folders in %s %s not searched: the agent searches at most %d in one folder", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "folders"
} else := sprintf("%d of the entries of %s %s not read: the agent reads at most %d of one folder", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "entries"
} else := sprintf("%d of the folders below %s %s not searched: the agent searches at most %d below one root", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "budget"
} else := sprintf("%d of the folders in %s %s not searched: the settings allow no skills for each root", [note.count, note.path, were(note)]) if {
	note.kind == "nothing"
} else := sprintf("%d of the folders below %s %s not searched: skillctl searches at most %d", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "bound"
} else := sprintf("folders in %s that the agent skips are not listed: %s", [note.path, note.detail]) if {
	note.kind == "unlisted"
} else := sprintf("%d more parts of %s %s not searched", [note.count, note.path, were(note)])

were(note) := "was" if note.count == 1

else := "were"

# No setting changes how much is searched where the agent searches all folders.
setting_of(root, kind) := null if object.get(place.tiers[root.tier], "whole", false)

else := object.get(setting, kind, null)

setting := {
	"folders": ["skills", "limits", "maxCandidatesPerRoot"],
	"entries": ["skills", "limits", "maxCandidatesPerRoot"],
	"budget": ["skills", "limits", "maxCandidatesPerRoot"],
	"nothing": ["skills", "limits", "maxSkillsLoadedPerSource"],
}
