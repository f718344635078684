# METADATA
# title: Where candidates are, and what their manifest is
# description: >-
#   What keeps a candidate from being taken in at all: links that leave the root,
#   manifests that are no files of the folder, text that the host does not take.
package skillctl.catalog.place

profile := data.skillctl.catalog.profiles[input.profile]

traits := profile.traits

tiers := {tier.tier: tier | some tier in data.skillctl.tables.skill_roots.tiers}

roots := {root.id: root | some root in input.roots}

# By root, how far links may lead.
follow := {root.id: reach |
	some root in input.roots
	reach := object.get(traits.follow, tiers[root.tier].follow, tiers[root.tier].follow)
}

hardlinks := {root.id |
	traits.hardlinks
	some root in input.roots
	object.get(tiers[root.tier], "hardlinks", false)
}

# What keeps candidates from being taken in, by id.
fates := {c.id: fate |
	some c in input.candidates
	fate := problem(c)
}

problem(c) := {"state": "dropped", "rule": sprintf("catalog/%s", [c.unseen]), "message": unseen[c.unseen], "silent": object.get(silent, c.unseen, true), "setting": object.get(unseen_setting, c.unseen, null)} if {
	c.unseen != ""
} else := {
	"state": "escaped",
	"rule": "catalog/link-outside",
	"message": sprintf("it leads to %s, which is outside of %s%s", [c.real, roots[c.root].base, hint(c.root)]),
	"setting": target_setting(c.root),
} if {
	not followed(c)
} else := {
	"state": "dropped",
	"rule": "catalog/vanished",
	"message": "its SKILL.md went away while it was read",
	"silent": true,
} if {
	c.manifest == null
} else := {
	"state": "dropped",
	"rule": "catalog/dangling",
	"message": "its SKILL.md is a link that leads nowhere",
	"silent": true,
} if {
	c.manifest.real == ""
	c.manifest.error == ""
} else := {
	"state": "escaped",
	"rule": "catalog/manifest-outside",
	"message": sprintf("its SKILL.md leads to %s, outside of the skill's folder; no setting allows that", [c.manifest.real]),
} if {
	c.manifest.real != ""
	not c.manifest.inside
} else := {
	"state": "invalid",
	"rule": "catalog/detour",
	"message": sprintf("the way to it goes through %s, which leads somewhere else first; the host opens no manifest that is come to by such a detour", [c.detour]),
} if {
	c.detour != ""
} else := {
	"state": "invalid",
	"rule": "catalog/file-type",
	"message": sprintf("its SKILL.md is no regular file but a %s", [kinds[c.manifest.type]]),
} if {
	c.manifest.type in {"folder", "other"}
} else := {
	"state": "invalid",
	"rule": "catalog/hard-link",
	"message": sprintf("its SKILL.md has %d names in the file system (hard links); one is wanted", [c.manifest.nlink]),
} if {
	c.manifest.nlink > 1
	not c.root in hardlinks
} else := {
	"state": "invalid",
	"rule": "catalog/unreadable",
	"message": sprintf("its SKILL.md cannot be read: %s", [c.manifest.error]),
} if {
	c.manifest.error != ""
} else := {
	"state": "invalid",
	"rule": "catalog/size",
	"message": sprintf("its SKILL.md has %d bytes; at most %d are read", [c.manifest.size, input.limits.file_bytes]),
	"setting": ["skills", "limits", "maxSkillFileBytes"],
} if {
	c.manifest.size > input.limits.file_bytes
} else := {
	"state": "invalid",
	"rule": "catalog/front-matter",
	"message": sprintf("the host cannot read its front matter: line %d: %s", [c.skill.line, c.skill.problem]),
} if {
	c.skill.problem != ""
} else := {
	"state": "invalid",
	"rule": "catalog/name",
	"message": "it has no name",
} if {
	c.skill.name == ""
} else := {
	"state": "invalid",
	"rule": "catalog/description",
	"message": "it has no description",
} if {
	c.skill.description == ""
} else := profile.objections[c.id]

followed(c) if c.inside

followed(c) if follow[c.root] == "anywhere"

followed(c) if {
	follow[c.root] == "targets"
	c.target >= 0
}

# Where a setting could let the link lead.
target_setting(root) := ["skills", "load", "allowSymlinkTargets"] if follow[root] == "targets"

else := null

hint(root) := " and of all folders in skills.load.allowSymlinkTargets" if follow[root] == "targets"

else := "; no setting allows that here"

kinds := {"folder": "folder", "other": "pipe, socket or device"}

unseen := {
	"hidden": "it lies in a folder whose name starts with a dot; the host does not look there",
	"dependencies": "it lies in node_modules; the host does not look there",
	"deep": "it lies deeper below the root than the host looks",
	"inside": "it lies in the folder of another skill; the host does not look below one",
	"elsewhere": "the root has a folder \"skills\", and the host looks nowhere else in it",
	"lookalike": "its manifest is not called SKILL.md, letter for letter",
	"cut": "the host looks at fewer folders than there are",
	"dangling": "it is a link that leads nowhere",
	"unfollowed": "a link on the way leads back to where it stands; this profile does not go round in circles",
}

# The host says so in its log.
silent := {"unfollowed": false}

unseen_setting := {"cut": ["skills", "limits", "maxCandidatesPerRoot"]}
