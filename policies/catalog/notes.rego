# METADATA
# title: What was not looked at
# description: >-
#   Says of each root what kept the search from seeing all of it, and the setting
#   behind it: whoever does not find a skill wants to know where nobody looked.
package skillctl.catalog.notes

notes := [answer |
	some root in input.roots
	some note in all_of(root)
	answer := {
		"root": root.id,
		"rule": sprintf("catalog/unsearched-%s", [note.kind]),
		"path": note.path,
		"message": message(note),
		"setting": object.get(setting, note.kind, null),
	}
]

# A root that does not exist is nothing to speak of; one that is there and cannot
# be searched is.
all_of(root) := array.concat(broken(root), array.concat(root.notes, rest(root)))

broken(root) := [{"kind": root.problem, "path": root.path}] if root.problem in {"loop", "unreadable"}

else := []

rest(root) := [{"kind": "more", "path": root.path, "count": root.moreNotes}] if root.moreNotes > 0

else := []

message(note) := sprintf("%s was not looked at: it cannot be listed: %s", [note.path, note.detail]) if {
	note.kind == "unreadable"
	note.detail
} else := sprintf("%s was not looked at: the system does not let us look", [note.path]) if {
	note.kind == "unreadable"
} else := sprintf("%s was not looked at: its links lead to each other, or there are too many of them", [note.path]) if {
	note.kind == "loop"
} else := sprintf("%s was not looked at: it went away, or became something else, while it was looked for", [note.path]) if {
	note.kind == "vanished"
} else := sprintf("%s in %s was not looked at: the name is no text (UTF-8), and the agent cannot open it", [note.detail, note.path]) if {
	note.kind == "name"
} else := sprintf("%d of the folders in %s %s not looked at: the agent looks at no more than %d in one folder", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "folders"
} else := sprintf("%d of the entries of %s %s not read: the agent reads no more than %d of one folder", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "entries"
} else := sprintf("%d of the folders below %s %s not looked into: the agent looks into no more than %d below one root", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "budget"
} else := sprintf("%d of the folders in %s %s not looked at: the agent is told to load no skills of a root", [note.count, note.path, were(note)]) if {
	note.kind == "nothing"
} else := sprintf("%d of the folders below %s %s not looked at: skillctl looks at no more than %d", [note.count, note.path, were(note), note.limit]) if {
	note.kind == "bound"
} else := sprintf("what the agent passes over in %s is not listed: %s", [note.path, note.detail]) if {
	note.kind == "unlisted"
} else := sprintf("%d more parts of %s %s not looked at", [note.count, note.path, were(note)])

were(note) := "was" if note.count == 1

else := "were"

setting := {
	"folders": ["skills", "limits", "maxCandidatesPerRoot"],
	"entries": ["skills", "limits", "maxCandidatesPerRoot"],
	"budget": ["skills", "limits", "maxCandidatesPerRoot"],
	"nothing": ["skills", "limits", "maxSkillsLoadedPerSource"],
}
