# METADATA
# title: Reasons why a skill loads or not
# description: >-
#   What `skillctl list`, `why`, `info` and `watch` say, by id.
# custom:
#   pages:
#     catalog/agent-skills:
#       title: Not on the list of the agent's skills
#       description: >-
#         The configuration lists the skills of this agent, and does not name this one.
#       remedy: >-
#         Add the skill to the list that the output names.
#     catalog/allow-bundled:
#       title: Bundled skill that is not allowed
#       description: >-
#         `skills.allowBundled` names the bundled skills that may load; this is none of them.
#       remedy: >-
#         Add its name to `skills.allowBundled`.
#     catalog/blind:
#       title: Link to a folder that cannot be read
#       description: >-
#         What the link leads to may be a skill, but cannot be looked at.
#       remedy: >-
#         Let the user that runs the agent read the folder, or remove the link.
#     catalog/bound:
#       title: Beyond what skillctl reads
#       description: >-
#         There are more or larger files than skillctl reads, so it is not known whether the agent loads this.
#       remedy: >-
#         Move what is no skill out of the root.
#     catalog/changed:
#       title: Manifest changed while it was read
#       description: >-
#         The manifest was replaced between two looks. What was read may be neither version.
#       remedy: >-
#         Run the command again.
#     catalog/circle:
#       title: Links lead in a circle
#       description: >-
#         A link leads back to itself, or more links follow each other than the system follows.
#       remedy: >-
#         Remove one of the links.
#     catalog/cut:
#       title: Beyond the agent's limit of folders
#       description: >-
#         The agent searches a limited number of folders, and had reached it before this one.
#       remedy: >-
#         Raise `skills.limits.maxCandidatesPerRoot`, or move what is no skill out of the root.
#     catalog/dangling:
#       title: Link to nothing
#       description: >-
#         The link leads to a file that does not exist.
#       remedy: >-
#         Correct the target of the link, or remove it.
#     catalog/deceptive-name:
#       title: Name that shows another one
#       description: >-
#         The name has characters that people do not see or take for others, so they read another name than the
#         agent does.
#       remedy: >-
#         Write the name in plain lower-case letters, digits and hyphens.
#     catalog/deep:
#       title: Too deep below the root
#       description: >-
#         The agent searches only a few levels below a root; this is deeper.
#       remedy: >-
#         Move the skill up.
#     catalog/dependencies:
#       title: Inside node_modules
#       description: >-
#         The agent does not search node_modules for skills.
#       remedy: >-
#         Move the skill to another folder.
#     catalog/description:
#       title: No description
#       description: >-
#         The agent offers a skill by its description; without one it does not load it.
#       remedy: >-
#         Add `description` to the front matter of the manifest.
#     catalog/detour:
#       title: Link by way of another folder
#       description: >-
#         A link in the path first leads out of the folder; the agent opens no manifest at such a path.
#       remedy: >-
#         Link the folder directly, or copy the skill.
#     catalog/disabled:
#       title: Switched off
#       description: >-
#         The configuration switches this skill off by its key.
#       remedy: >-
#         Remove `enabled: false` from its entry in `skills.entries`.
#     catalog/elsewhere:
#       title: Another folder is searched
#       description: >-
#         The root has a folder `skills`, and then the agent searches only that.
#       remedy: >-
#         Move the skill into the folder `skills`.
#     catalog/env-dropped:
#       title: Variable is never passed on
#       description: >-
#         The skill requires a variable that its entry sets, but the agent does not pass such a variable on.
#       remedy: >-
#         Set the variable for the service that runs the agent.
#     catalog/file-type:
#       title: Manifest is no regular file
#       description: >-
#         The manifest is a folder, a pipe or the like.
#       remedy: >-
#         Replace it by a file.
#     catalog/folder-vanished:
#       title: Folder disappeared
#       description: >-
#         The folder went away while it was read.
#       remedy: >-
#         Run the command again.
#     catalog/front-matter:
#       title: Front matter cannot be read
#       description: >-
#         The agent cannot read the block between the `---` lines of the manifest.
#       remedy: >-
#         Correct the line that the message names; `skillctl lint` shows it.
#     catalog/hard-link:
#       title: Manifest has several names
#       description: >-
#         A hard link has the same content under another path, where others may change it. Only one name is
#         allowed.
#       remedy: >-
#         Copy the file in place of the link.
#     catalog/hidden:
#       title: Inside a hidden folder
#       description: >-
#         The agent does not search folders whose names begin with a dot.
#       remedy: >-
#         Move the skill to another folder.
#     catalog/ineligible-shadows:
#       title: Hides a skill that would be offered
#       description: >-
#         This skill is not offered itself, but has the name of one that would be.
#       remedy: >-
#         Remove or rename one of the two.
#     catalog/inside:
#       title: Inside another skill
#       description: >-
#         The agent does not search for skills in the folder of a skill.
#       remedy: >-
#         Move it beside the other skill.
#     catalog/late:
#       title: Appeared during the search
#       description: >-
#         It was not there when the folder was listed.
#       remedy: >-
#         Run the command again.
#     catalog/limit:
#       title: Too many skills in the root
#       description: >-
#         The agent loads a limited number of skills of each root.
#       remedy: >-
#         Raise `skills.limits.maxSkillsLoadedPerSource`, or move skills to another root.
#     catalog/link-outside:
#       title: Link out of the root
#       description: >-
#         The folder is a link to a place outside of the root, and the settings do not allow that place.
#       remedy: >-
#         Copy the skill into the root. For OpenClaw, the target can be added to `skills.load.allowSymlinkTargets`
#         where the output names it; Claude Code, Codex and ZeroClaw have no such setting, and follow the link:
#         profile openclaw decides as they do.
#     catalog/loaded:
#       title: Loaded
#       description: >-
#         The agent loads the skill and offers it.
#       remedy: >-
#         Nothing has to be done.
#     catalog/lookalike:
#       title: Name or manifest looks like another
#       description: >-
#         Two names that people can hardly tell apart are two different things for the agent; a manifest has to be
#         called exactly SKILL.md.
#       remedy: >-
#         Rename one of the two, or call the manifest SKILL.md.
#     catalog/manifest-link:
#       title: Manifest is a link
#       description: >-
#         The manifest is a link to another file. This agent loads no skill whose manifest is a link, wherever it leads;
#         links to folders are followed.
#       remedy: >-
#         Copy the file into the folder, or make the folder the link.
#     catalog/manifest-outside:
#       title: Manifest is a link out of the folder
#       description: >-
#         The manifest leads to a file outside of the skill's folder. No setting allows that.
#       remedy: >-
#         Copy the file into the folder.
#     catalog/metadata:
#       title: Metadata cannot be read
#       description: >-
#         The requirements of the skill stand in its metadata, which cannot be read. Profile `strict` refuses it;
#         the agent offers it anyway.
#       remedy: >-
#         Correct the metadata; `skillctl lint` shows the place.
#     catalog/name:
#       title: No name
#       description: >-
#         The manifest gives the skill no name.
#       remedy: >-
#         Add `name` to the front matter.
#     catalog/not-text:
#       title: Name of a folder is not text
#       description: >-
#         The name of a folder in the path is not UTF-8; the agent cannot open it.
#       remedy: >-
#         Rename the folder.
#     catalog/nothing:
#       title: No skills allowed
#       description: >-
#         The settings allow no skills for each root, so the agent does not search.
#       remedy: >-
#         Raise `skills.limits.maxSkillsLoadedPerSource`.
#     catalog/odd-name:
#       title: Characters that look like others
#       description: >-
#         The name has letters of other alphabets that look like plain ones.
#       remedy: >-
#         Write the name in plain lower-case letters, digits and hyphens.
#     catalog/os:
#       title: For another system
#       description: >-
#         The skill is for other operating systems than this one.
#       remedy: >-
#         Nothing has to be done; add the system to the skill's `os` if it works here.
#     catalog/os-spelling:
#       title: Name of the system is spelt otherwise
#       description: >-
#         The agent compares the name of the system exactly; this spelling never matches, although the status says
#         that the skill is ready.
#       remedy: >-
#         Write `darwin`, `linux` or `win32`.
#     catalog/precedence:
#       title: Another skill of this name is stronger
#       description: >-
#         Skills of the same name compete; one in a stronger root wins.
#       remedy: >-
#         Remove or rename one of the two.
#     catalog/prompt:
#       title: Room in the prompt
#       description: >-
#         The agent names its skills to the model in limited room: descriptions are cut, left out, or skills are
#         not named at all.
#       remedy: >-
#         Shorten descriptions, switch skills off, or raise `skills.limits.maxSkillsPromptChars`.
#     catalog/requires:
#       title: Requirements are missing
#       description: >-
#         The skill needs programs, variables or settings that are not there.
#       remedy: >-
#         Install or set what the message names.
#     catalog/root-skill:
#       title: Root is a skill itself
#       description: >-
#         When a root has a manifest of its own, the agent loads that and nothing else from it.
#       remedy: >-
#         Move the manifest into a folder below the root.
#     catalog/same-folder:
#       title: Same folder again
#       description: >-
#         The same folder is loaded already by another path.
#       remedy: >-
#         Nothing has to be done; remove one of the paths if you like.
#     catalog/same-name:
#       title: Several skills of one name
#       description: >-
#         This agent loads all skills of one name, and the model chooses among them. A setting can forbid that.
#       remedy: >-
#         Rename one of the two, or set `catalog.shadowing`.
#     catalog/same-root:
#       title: Same name in the same root
#       description: >-
#         Two skills of one root have the same name; the one that comes later wins.
#       remedy: >-
#         Rename one of the two.
#     catalog/shadowing:
#       title: Skills of the same name
#       description: >-
#         One skill replaces another of the same name. Whoever can add a skill of that name decides what the agent
#         does.
#       remedy: >-
#         Rename one of the two; `catalog.shadowing` says how this is judged.
#     catalog/size:
#       title: Manifest is too large
#       description: >-
#         The agent reads manifests up to a limit.
#       remedy: >-
#         Shorten it: move what is not always needed into other files.
#     catalog/unfollowed:
#       title: Link leads back up
#       description: >-
#         A link leads back to a folder above it; this profile does not follow such loops.
#       remedy: >-
#         Remove the link.
#     catalog/unread:
#       title: Manifest was not read
#       description: >-
#         The manifest lies where it was not read, so it is not known what it says.
#       remedy: >-
#         Move the skill into its root.
#     catalog/unreadable:
#       title: Cannot be read
#       description: >-
#         The manifest, or a folder in its path, cannot be read or listed.
#       remedy: >-
#         Let the user that runs the agent read it.
#     catalog/unsearched-bound:
#       title: Beyond what skillctl searches
#       description: >-
#         The root has more folders than skillctl searches.
#       remedy: >-
#         Move what is no skill out of the root.
#     catalog/unsearched-budget:
#       title: More folders below the root than the agent searches
#       description: >-
#         The agent stops after a number of folders; skills behind that are not found.
#       remedy: >-
#         Raise `skills.limits.maxCandidatesPerRoot`, or move what is no skill out of the root.
#     catalog/unsearched-entries:
#       title: More entries than the agent reads
#       description: >-
#         The agent reads a limited number of entries of one folder.
#       remedy: >-
#         Raise `skills.limits.maxCandidatesPerRoot`, or split the folder.
#     catalog/unsearched-folders:
#       title: More folders than the agent searches
#       description: >-
#         The agent searches a limited number of folders in one folder.
#       remedy: >-
#         Raise `skills.limits.maxCandidatesPerRoot`, or split the folder.
#     catalog/unsearched-loop:
#       title: Links lead in a circle
#       description: >-
#         The folder was not searched: its links lead to each other, or there are too many.
#       remedy: >-
#         Remove one of the links.
#     catalog/unsearched-more:
#       title: More parts were not searched
#       description: >-
#         There are more parts that were not searched than are listed.
#       remedy: >-
#         Clear those that are listed first.
#     catalog/unsearched-name:
#       title: Name of a folder is not text
#       description: >-
#         The name is not UTF-8; the agent cannot open the folder.
#       remedy: >-
#         Rename the folder.
#     catalog/unsearched-nothing:
#       title: No skills allowed
#       description: >-
#         The settings allow no skills for each root, so folders are not searched.
#       remedy: >-
#         Raise `skills.limits.maxSkillsLoadedPerSource`.
#     catalog/unsearched-unlisted:
#       title: Folders that the agent skips
#       description: >-
#         Folders that the agent does not search could not be listed completely, so skills in them are not named.
#       remedy: >-
#         Nothing has to be done for the agent; remove what is no skill to have all listed.
#     catalog/unsearched-unreadable:
#       title: Folder cannot be listed
#       description: >-
#         The folder may have skills, but cannot be listed.
#       remedy: >-
#         Let the user that runs the agent read it.
#     catalog/unsearched-vanished:
#       title: Folder disappeared
#       description: >-
#         The folder went away or was replaced during the search.
#       remedy: >-
#         Run the command again.
#     catalog/vanished:
#       title: Manifest disappeared
#       description: >-
#         The manifest, or a folder in its path, went away while it was read.
#       remedy: >-
#         Run the command again.
#     catalog/writable:
#       title: Every user can write the manifest
#       description: >-
#         Who can write the manifest tells the agent what to do.
#       remedy: >-
#         Run `chmod o-w` on the file that the message names.
package skillctl.pages.catalog
