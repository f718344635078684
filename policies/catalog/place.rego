# METADATA
# title: Where candidates are, and what their manifest is
# description: >-
#   Reasons why a candidate is not a skill for the agent: links that leave the root,
#   manifests that are not files of the folder, text that the agent does not accept.
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

# Roots in which a manifest that is a link is none.
plain_files := {root.id | some root in input.roots; object.get(tiers[root.tier], "plain", false)}

# Candidates without any of these faults: most of them. The others are judged one
# by one.
plain := {c.id |
	some c in input.candidates
	c.inside
	c.unseen == ""
	c.detour == ""
	c.manifest.inside
	c.manifest.type == "regular"
	c.manifest.nlink == 1
	c.manifest.problem == ""
	not linked(c.id)
	c.manifest.size <= input.limits.fileBytes
	c.skill.problem == ""
	c.skill.name != ""
	c.skill.description != ""
	not profile.objections[c.id]
}

# The faults of candidates, by id.
fates := {c.id: fate |
	some c in input.candidates
	not c.id in plain
	fate := problem(c.id)
}

# Functions take ids and not candidates, because arguments are compared to find
# cached results.
problem(id) := {"state": "dropped", "rule": sprintf("catalog/%s", [input.candidates[id].unseen]), "message": unseen[input.candidates[id].unseen], "silent": object.get(silent, input.candidates[id].unseen, true), "setting": cut_setting(id)} if {
	input.candidates[id].unseen != ""
} else := {
	"state": "escaped",
	"rule": "catalog/link-outside",
	"message": sprintf("it is a link to %s, which is outside %s%s", [input.candidates[id].real, roots[input.candidates[id].root].base, hint(input.candidates[id].root)]),
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
	"state": "dropped",
	"rule": "catalog/manifest-link",
	"message": sprintf("its %s is a link; the agent loads no skill whose manifest is one", [input.candidates[id].manifest.name]),
	"silent": true,
} if {
	linked(id)
} else := {
	"state": "escaped",
	"rule": "catalog/manifest-outside",
	"message": sprintf("its %s is a link to %s, outside the skill's folder; no setting allows that", [input.candidates[id].manifest.name, input.candidates[id].manifest.real]),
} if {
	input.candidates[id].manifest.real != ""
	not input.candidates[id].manifest.inside
} else := {
	"state": "invalid",
	"rule": "catalog/detour",
	"message": sprintf("the link %s in its path first leads to another folder; the agent opens no manifest at such a path", [input.candidates[id].detour]),
} if {
	input.candidates[id].detour != ""
} else := {
	"state": "invalid",
	"rule": "catalog/file-type",
	"message": sprintf("its %s is not a regular file but a %s", [input.candidates[id].manifest.name, kinds[input.candidates[id].manifest.type]]),
} if {
	input.candidates[id].manifest.type in {"folder", "other"}
} else := {
	"state": "invalid",
	"rule": "catalog/hard-link",
	"message": sprintf("its %s has %d names in the file system (hard links); only one is allowed", [input.candidates[id].manifest.name, input.candidates[id].manifest.nlink]),
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
	"message": sprintf("its %s has %d bytes; the agent reads at most %d", [input.candidates[id].manifest.name, input.candidates[id].manifest.size, input.limits.fileBytes]),
	"setting": ["skills", "limits", "maxSkillFileBytes"],
} if {
	input.candidates[id].manifest.size > input.limits.fileBytes
} else := {
	"state": "invalid",
	"rule": "catalog/bound",
	"message": sprintf("its %s has %d bytes, more than skillctl reads, so its content is unknown", [input.candidates[id].manifest.name, input.candidates[id].manifest.size]),
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

linked(id) if {
	input.candidates[id].manifest.link
	input.candidates[id].root in plain_files
}

# The setting that could allow the link: only OpenClaw has one. Other agents follow such
# links, and the profile does not.
target_setting(root) := target_key(root) if follow[root] == "targets"

else := null

target_key(root) := ["catalog", "profile"] if targetless(root)

else := ["skills", "load", "allowSymlinkTargets"]

hint(root) := target_hint(root) if follow[root] == "targets"

else := "; no setting allows that here"

target_hint(root) := sprintf("; the agent follows it, but profile %s does not: copy the skill into the folder, or decide by --profile openclaw", [input.profile]) if targetless(root)

else := " and all allowed targets"

targetless(root) if split(roots[root].tier, "-")[0] in {"claude", "codex", "zeroclaw"}

kinds := {"folder": "folder", "other": "pipe, socket or device"}

unseen := {
	"hidden": "it is in a folder whose name starts with a dot; the agent does not search such folders",
	"dependencies": "it is in node_modules; the agent does not search that folder",
	"deep": "it is deeper below the root than the agent searches",
	"inside": "it is in the folder of another skill; the agent does not search inside skills",
	"elsewhere": "the root has a folder \"skills\", and the agent searches only that folder",
	"lookalike": "its manifest is not called exactly SKILL.md",
	"cut": "the agent reached its limit of folders before this one",
	"bound": "skillctl reached its limit of folders before this one, so it is unknown whether the agent loads it",
	"nothing": "the settings allow no skills for each root, so the agent does not search for any",
	"not-text": "the name of a folder in its path is not UTF-8, and the agent cannot open it",
	"unreadable": "it, or a folder in its path, cannot be listed",
	"vanished": "a folder in its path disappeared during the search",
	"late": "it appeared while the root was searched",
	"dangling": "it is a link to a file that does not exist",
	"circle": "it is a link in a chain that leads back to itself, or is longer than the system follows",
	"blind": "it is a link to a folder that cannot be read",
	"unfollowed": "a link in its path leads back to a folder above it; this profile does not follow such loops",
}

# Not silent: the agent logs these, or skillctl itself does not know.
silent := {"unfollowed": false, "cut": false, "bound": false, "unreadable": false, "late": false}

# No setting changes how much is searched where the agent searches all folders.
cut_setting(id) := null if object.get(tiers[roots[input.candidates[id].root].tier], "whole", false)

else := object.get(unseen_setting, input.candidates[id].unseen, null)

unseen_setting := {"cut": ["skills", "limits", "maxCandidatesPerRoot"], "nothing": ["skills", "limits", "maxSkillsLoadedPerSource"]}

# Why there is no manifest.
absent := {
	"folder": {"rule": "folder-vanished", "message": "the folder disappeared while it was read"},
	"manifest": {"rule": "vanished", "message": "its manifest disappeared while it was read"},
	"outside": {"rule": "unread", "message": "it is a link out of the root, and its manifest was not read"},
	"unseen": {"rule": "unread", "message": "its manifest was not read"},
}

# Manifests that the agent silently skips.
passed_over := {
	"missing": {"rule": "dangling", "message": "its %s is a link to a file that does not exist"},
	"loop": {"rule": "circle", "message": "its %s is a link in a chain that leads back to itself, or is longer than the system follows"},
	"vanished": {"rule": "vanished", "message": "its %s disappeared while it was read"},
}
