package skillctl.catalog_test

# What becomes of one candidate that differs in one thing from a good one.
fates := {
	"catalog/link-outside": {"inside": false, "real": "/elsewhere/a"},
	"catalog/vanished": {"manifest": null, "skill": null, "absent": "manifest"},
	"catalog/folder-vanished": {"manifest": null, "skill": null, "absent": "folder"},
	"catalog/dangling": {"manifest": {"real": "", "inside": false, "type": "missing", "problem": "missing"}},
	"catalog/circle": {"manifest": {"real": "", "inside": false, "type": "missing", "problem": "loop"}},
	"catalog/changed": {"manifest": {"problem": "changed"}},
	"catalog/bound": {"manifest": {"problem": "bound"}},
	"catalog/manifest-outside": {"manifest": {"inside": false, "real": "/elsewhere/SKILL.md"}},
	"catalog/detour": {"detour": "/ws/skills/l"},
	"catalog/file-type": {"manifest": {"type": "other"}},
	"catalog/hard-link": {"manifest": {"nlink": 2}},
	"catalog/unreadable": {"manifest": {"problem": "unreadable", "error": "permission denied"}},
	"catalog/size": {"manifest": {"size": 256001}},
	"catalog/front-matter": {"skill": {"problem": "a tab", "line": 2}},
	"catalog/name": {"skill": {"name": ""}},
	"catalog/description": {"skill": {"description": ""}},
	"catalog/hidden": {"unseen": "hidden"},
	"catalog/deep": {"unseen": "deep"},
	"catalog/cut": {"unseen": "cut"},
	"catalog/late": {"unseen": "late"},
	"catalog/not-text": {"unseen": "not-text"},
	"catalog/nothing": {"unseen": "nothing"},
	"catalog/blind": {"unseen": "blind"},
}

test_fates if {
	every wanted, difference in fates {
		rule(but(difference)) == wanted
		not first(but(difference)).wins
		rule(by("strict", but(difference))) == wanted
	}
	rule(of([candidate])) == "catalog/loaded"
}

# What a manifest lacks, and where it is wrong, is said.
test_manifests_in_words if {
	first(but({"skill": {"description": ""}})).message == "it has no description"
	first(but({"skill": {"description": "", "bare": true}})).message == "its SKILL.md has no front matter, and so no description"
	first(but({"skill": {"problem": "a tab", "line": 2}})).message == "the agent cannot read its front matter (/ws/skills/a/SKILL.md:2): a tab"
}

# Links may lead into targets of the settings, or anywhere, by tier and profile.
test_links if {
	away := {"inside": false, "real": "/shared/a"}
	rule(but(object.union(away, {"target": 0}))) == "catalog/loaded"
	rule(but(object.union(away, {"root": 0}))) == "catalog/loaded"
	rule(by("strict", but(object.union(away, {"root": 0})))) == "catalog/link-outside"
	rule(by("strict", but(object.union(away, {"root": 0, "target": 0})))) == "catalog/loaded"
}

test_the_setting_is_named if {
	first(but({"inside": false, "real": "/x"})).setting == ["skills", "load", "allowSymlinkTargets"]
	first(but({"manifest": {"size": 300000}})).setting == ["skills", "limits", "maxSkillFileBytes"]
}

# Other agents have no such setting, and follow the link.
test_no_setting_of_openclaw_for_others if {
	every tier in ["claude-personal", "codex-project", "zeroclaw-open"] {
		others := array.concat(array.slice(roots, 0, 1), [object.union(roots[1], {"tier": tier})])
		document := object.union(but({"inside": false, "real": "/x"}), {"roots": others})
		answer := first(by("strict", document))
		answer.setting == ["catalog", "profile"]
		contains(answer.message, "copy the skill into the folder, or decide by --profile openclaw")
		rule(document) == "catalog/loaded"
	}
}

test_bundled_skills_may_have_hard_links if {
	bundled := array.concat(array.slice(roots, 0, 1), [object.union(roots[1], {"tier": "bundled"})])
	document := object.union(but({"manifest": {"nlink": 2}}), {"roots": bundled})
	rule(document) == "catalog/loaded"
	rule(by("strict", document)) == "catalog/hard-link"
}

# A manifest that is a link is one, but for an agent that loads none.
test_a_manifest_that_is_a_link if {
	document := but({"manifest": {"link": true}})
	rule(document) == "catalog/loaded"
	plain := object.union(document, {"roots": [roots[0], object.union(roots[1], {"tier": "codex-project"})]})
	rule(plain) == "catalog/manifest-link"
	first(plain).state == "dropped"
}
