# Whether the skill is unchanged since the proposal was made. A proposal for another
# state of the skill is closed.
package skillctl.proposals

reasons contains object.union(reason, {"effect": "deny"}) if some reason in misfits

misfits := outdated if {
	input.action in {"apply", "examine"}
	pending
} else := set()

updates if input.proposal.kind == "update"

target := input.target

outdated contains {"rule": "proposals/stale/folder", "message": "the path of the skill's folder is taken by something that is not a folder"} if {
	target.folder == "other"
}

outdated contains {"rule": "proposals/stale/unreadable", "message": sprintf("the folder of the skill cannot be opened: %s", [target.problem])} if {
	target.folder == "unreadable"
}

outdated contains {"rule": "proposals/stale/unreadable", "message": sprintf("the skill that it changes cannot be read: %s", [target.problem])} if {
	target.folder == "folder"
	target.manifest == "unreadable"
}

outdated contains {"rule": "proposals/stale/gone", "message": "the skill that it changes no longer exists"} if {
	updates
	target.folder in {"none", "folder"}
	target.manifest == "none"
}

outdated contains {"rule": "proposals/stale/there", "message": "a folder of this name already exists"} if {
	not updates
	target.folder == "folder"
	target.manifest == "none"
}

outdated contains {"rule": "proposals/stale/there", "message": "a skill of this name was created after the proposal"} if {
	not updates
	target.manifest == "file"
}

outdated contains {"rule": "proposals/stale/changed", "message": "the skill was changed after the proposal was made"} if {
	updates
	target.manifest == "file"
	input.proposal.current != ""
	lower(input.proposal.current) != target.digest
}

outdated contains {"rule": "proposals/stale/changed", "message": sprintf("%s of the skill was changed after the proposal was made", [file.path])} if {
	updates
	some file in target.files
	differs(file)
}

# Facts that were not recorded of a file are not compared.
differs(file) if file.existed != file.there

differs(file) if {
	file.existed
	file.there
	file.was != ""
	lower(file.was) != file.digest
}
