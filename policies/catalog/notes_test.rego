package skillctl.catalog_test

import data.skillctl.catalog

# What is said of a root with one note.
said(root) := found if {
	found := catalog.resolution.notes with input as object.union(base, {"candidates": [], "index": {"names": {}, "roots": [[], []]}, "roots": [object.union(roots[0], root), roots[1]]})
}

noted(note) := said({"notes": [object.union({"path": "/state/skills/x", "count": 3, "limit": 5, "detail": "permission denied"}, note)]})[0]

# Every kind of note has a text that names the place.
test_notes if {
	every kind in ["unreadable", "vanished", "name", "folders", "entries", "budget", "nothing", "bound", "unlisted"] {
		answer := noted({"kind": kind})
		answer.root == 0
		answer.rule == sprintf("catalog/unsearched-%s", [kind])
		contains(answer.message, "/state/skills/x")
	}
	count({noted({"kind": kind}).message | some kind in ["unreadable", "vanished", "name", "folders", "entries", "budget", "nothing", "bound", "unlisted"]}) == 9
	said({}) == []
}

test_notes_name_numbers_and_settings if {
	folders := noted({"kind": "folders"})
	folders.message == "3 of the folders in /state/skills/x were not searched: the agent searches at most 5 in one folder"
	folders.setting == ["skills", "limits", "maxCandidatesPerRoot"]
	contains(noted({"kind": "bound", "count": 1}).message, "1 of the folders below /state/skills/x was not")
	noted({"kind": "bound"}).setting == null
	said({"tier": "codex-project", "notes": [{"kind": "budget", "path": "/x", "count": 3, "limit": 5}]})[0].setting == null
	contains(noted({"kind": "unreadable"}).message, "permission denied")
}

test_roots_that_cannot_be_searched if {
	[note.rule | some note in said({"problem": "loop"})] == ["catalog/unsearched-loop"]
	[note.message | some note in said({"problem": "unreadable"})] == ["/state/skills was not searched: it cannot be read"]
	said({"problem": "missing"}) == []
	said({"moreNotes": 7})[0].message == "7 more parts of /state/skills were not searched"
}
