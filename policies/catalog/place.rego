# METADATA
# title: Where candidates are, and what their manifest is
# description: >-
#   What keeps a candidate from being taken in at all: links that leave the root,
#   manifests that are no files of the folder, text that the agent does not take.
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

# Candidates with which all is well at a glance: most of them. Whoever is not
# among them is looked at in detail.
plain := {c.id |
	some c in input.candidates
	c.inside
	c.unseen == ""
	c.detour == ""
	c.manifest.inside
	c.manifest.type == "regular"
	c.manifest.nlink == 1
	c.manifest.problem == ""
	c.manifest.size <= input.limits.fileBytes
	c.skill.problem == ""
	c.skill.name != ""
	c.skill.description != ""
	not profile.objections[c.id]
}

# What keeps candidates from being taken in, by id.
fates := {c.id: fate |
	some c in input.candidates
	not c.id in plain
	fate := problem(c.id)
}

# Functions are given ids and not candidates: what they are given is compared
# with what they were given before.
problem(id) := {"state": "dropped", "rule": sprintf("catalog/%s", [input.candidates[id].unseen]), "message": unseen[input.candidates[id].unseen], "silent": object.get(silent, input.candidates[id].unseen, true), "setting": object.get(unseen_setting, input.candidates[id].unseen, null)} if {
	input.candidates[id].unseen != ""
} else := {
	"state": "escaped",
	"rule": "catalog/link-outside",
	"message": sprintf("it leads to %s, which is outside of %s%s", [input.candidates[id].real, roots[input.candidates[id].root].base, hint(input.candidates[id].root)]),
	"setting": target_setting(input.candidates[id].root),
} if {
	not followed(id)
} else := {
	"state": "dropped",
	"rule": sprintf("catalog/%s", [absent[input.candidates[id].absent].rule]),
	"message": absent[input.candidates[id].absent].message,
	"silent": true,
} if {
	input.candidates[id].manifest == null
} else := {
	"state": "dropped",
	"rule": sprintf("catalog/%s", [passed_over[input.candidates[id].manifest.problem].rule]),
	"message": sprintf(passed_over[input.candidates[id].manifest.problem].message, [input.candidates[id].manifest.name]),
	"silent": true,
} if {
	passed_over[input.candidates[id].manifest.problem]
} else := {
	"state": "escaped",
	"rule": "catalog/manifest-outside",
	"message": sprintf("its %s leads to %s, outside of the skill's folder; no setting allows that", [input.candidates[id].manifest.name, input.candidates[id].manifest.real]),
} if {
	input.candidates[id].manifest.real != ""
	not input.candidates[id].manifest.inside
} else := {
	"state": "invalid",
	"rule": "catalog/detour",
	"message": sprintf("the way to it goes through %s, which leads somewhere else first; the agent opens no manifest that is come to by such a detour", [input.candidates[id].detour]),
} if {
	input.candidates[id].detour != ""
} else := {
	"state": "invalid",
	"rule": "catalog/file-type",
	"message": sprintf("its %s is no regular file but a %s", [input.candidates[id].manifest.name, kinds[input.candidates[id].manifest.type]]),
} if {
	input.candidates[id].manifest.type in {"folder", "other"}
} else := {
	"state": "invalid",
	"rule": "catalog/hard-link",
	"message": sprintf("its %s has %d names in the file system (hard links); one is wanted", [input.candidates[id].manifest.name, input.candidates[id].manifest.nlink]),
} if {
	input.candidates[id].manifest.nlink > 1
	not input.candidates[id].root in hardlinks
} else := {
	"state": "invalid",
	"rule": "catalog/unreadable",
	"message": sprintf("its %s cannot be read: %s", [input.candidates[id].manifest.name, input.candidates[id].manifest.error]),
} if {
	input.candidates[id].manifest.problem == "unreadable"
} else := {
	"state": "invalid",
	"rule": "catalog/changed",
	"message": sprintf("its %s was replaced while it was read", [input.candidates[id].manifest.name]),
} if {
	input.candidates[id].manifest.problem == "changed"
} else := {
	"state": "invalid",
	"rule": "catalog/size",
	"message": sprintf("its %s has %d bytes; at most %d are read", [input.candidates[id].manifest.name, input.candidates[id].manifest.size, input.limits.fileBytes]),
	"setting": ["skills", "limits", "maxSkillFileBytes"],
} if {
	input.candidates[id].manifest.size > input.limits.fileBytes
} else := {
	"state": "invalid",
	"rule": "catalog/bound",
	"message": sprintf("its %s has %d bytes, more than skillctl reads, so that it is not known what it says", [input.candidates[id].manifest.name, input.candidates[id].manifest.size]),
} if {
	input.candidates[id].manifest.problem == "bound"
} else := {
	"state": "invalid",
	"rule": "catalog/front-matter",
	"message": sprintf("the agent cannot read its front matter (%s/%s:%d): %s", [input.candidates[id].path, input.candidates[id].manifest.name, input.candidates[id].skill.line, input.candidates[id].skill.problem]),
} if {
	input.candidates[id].skill.problem != ""
} else := {
	"state": "invalid",
	"rule": "catalog/name",
	"message": "it has no name",
} if {
	input.candidates[id].skill.name == ""
} else := {
	"state": "invalid",
	"rule": "catalog/description",
	"message": without_description(id),
} if {
	input.candidates[id].skill.description == ""
} else := profile.objections[id]

without_description(id) := sprintf("its %s has no front matter, and so no description", [input.candidates[id].manifest.name]) if {
	input.candidates[id].skill.bare
} else := "it has no description"

followed(id) if input.candidates[id].inside

followed(id) if follow[input.candidates[id].root] == "anywhere"

followed(id) if {
	follow[input.candidates[id].root] == "targets"
	input.candidates[id].target >= 0
}

# Where a setting could let the link lead.
target_setting(root) := ["skills", "load", "allowSymlinkTargets"] if follow[root] == "targets"

else := null

hint(root) := " and of all allowed targets" if follow[root] == "targets"

else := "; no setting allows that here"

kinds := {"folder": "folder", "other": "pipe, socket or device"}

unseen := {
	"hidden": "it lies in a folder whose name starts with a dot; the agent does not look there",
	"dependencies": "it lies in node_modules; the agent does not look there",
	"deep": "it lies deeper below the root than the agent looks",
	"inside": "it lies in the folder of another skill; the agent does not look below one",
	"elsewhere": "the root has a folder \"skills\", and the agent looks nowhere else in it",
	"lookalike": "its manifest is not called SKILL.md, letter for letter",
	"cut": "it lies beyond the number of folders that the agent looks at",
	"bound": "it lies beyond the number of folders that skillctl looks at, so that it is not known what the agent makes of it",
	"nothing": "the agent is told to load no skills of a root, and does not look for any",
	"not-text": "the name of a folder on the way is no text (UTF-8), and the agent cannot open it",
	"unreadable": "it, or a folder on the way to it, cannot be listed",
	"vanished": "a folder on the way went away while it was looked for",
	"late": "it came while the root was searched",
	"dangling": "it is a link that leads nowhere",
	"circle": "it is a link of a chain that leads back to itself, or is longer than the system follows",
	"blind": "it is a link to where nobody may look",
	"unfollowed": "a link on the way leads back to where it stands; this profile does not go round in circles",
}

# The agent says so in its log, or it is skillctl that does not know.
silent := {"unfollowed": false, "cut": false, "bound": false, "unreadable": false, "late": false}

unseen_setting := {"cut": ["skills", "limits", "maxCandidatesPerRoot"], "nothing": ["skills", "limits", "maxSkillsLoadedPerSource"]}

# Why there is no manifest.
absent := {
	"folder": {"rule": "folder-vanished", "message": "the folder went away while it was looked at"},
	"manifest": {"rule": "vanished", "message": "its manifest went away while it was read"},
	"outside": {"rule": "unread", "message": "it leads out of the root, and its manifest was not looked at"},
	"unseen": {"rule": "unread", "message": "its manifest was not looked at"},
}

# Manifests that the agent passes over silently.
passed_over := {
	"missing": {"rule": "dangling", "message": "its %s is a link that leads nowhere"},
	"loop": {"rule": "circle", "message": "its %s is a link of a chain that leads back to itself, or is longer than the system follows"},
	"vanished": {"rule": "vanished", "message": "its %s went away while it was read"},
}
