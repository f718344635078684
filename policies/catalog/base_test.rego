package skillctl.catalog_test

import data.skillctl.catalog

# A good skill in the workspace, beside one of the same name that is managed.
manifest := {
	"name": "SKILL.md", "link": false, "real": "/ws/skills/a/SKILL.md", "inside": true, "type": "regular", "nlink": 1, "size": 80, "owner": 0,
	"mode": "0644", "problem": "", "error": "", "digest": "sha256:0",
}

skill := {
	"problem": "", "line": 0, "name": "a", "description": "d", "key": "a", "plain": "a", "odd": [], "discarded": false, "model": true, "user": true, "always": false,
	"os": [], "bins": [], "anyBins": [], "env": [], "config": [], "primaryEnv": "", "off": "",
}

candidate := {
	"id": 0, "root": 1, "path": "/ws/skills/a", "real": "/ws/skills/a", "order": 0, "role": "folder", "link": false, "inside": true, "target": -1,
	"loop": false, "detour": "", "unseen": "", "absent": "", "manifest": manifest, "skill": skill,
}

roots := [
	{"id": 0, "tier": "managed", "path": "/state/skills", "base": "/state/skills", "real": "/state/skills", "problem": "", "notes": [], "moreNotes": 0},
	{"id": 1, "tier": "workspace", "path": "/ws/skills", "base": "/ws/skills", "real": "/ws/skills", "problem": "", "notes": [], "moreNotes": 0},
]

base := {
	"profile": "openclaw", "agent": {"id": "main"}, "platform": "linux", "configured": true, "shadowing": "warn", "roots": roots,
	"limits": {"candidates": 300, "loaded": 200, "fileBytes": 256000}, "entries": {}, "allowBundled": null,
	"filter": {"skills": null, "setting": null}, "host": {"programs": {}, "env": {}, "config": {}},
}

# The input for some candidates, in the order of loading.
of(candidates) := object.union(base, {
	"candidates": candidates,
	"index": {
		"names": {name: ids |
			some one in candidates
			name := one.skill.name
			ids := [c.id | some c in candidates; c.skill.name == name]
		},
		"alike": {},
		"roots": [ids | some root in roots; ids := [c.id | some c in candidates; c.root == root.id; c.role == "folder"]],
	},
})

# One candidate that differs from the good one.
but(difference) := of([object.union(candidate, difference)])

by(profile, document) := object.union(document, {"profile": profile})

answers(document) := found if found := catalog.resolution.answers with input as document

first(document) := answers(document)[0]

rule(document) := first(document).rule
