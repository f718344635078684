# METADATA
# title: The skills of a run
# description: What rules about a set of skills share.
package skillctl.lib.members

import data.skillctl.lib.groups

# The path of a skill's manifest, as the user would write it.
file(skill) := skill.path if skill.file == ""

file(skill) := skill.file if {
	skill.path == "."
	skill.file != ""
}

file(skill) := concat("/", [skill.path, skill.file]) if {
	skill.path != "."
	skill.file != ""
}

# Places in input.set.skills, by name.
by_name := groups.by_key([[skill.name, place] | some place, skill in input.set.skills; skill.name != ""])

folder(path) := concat("/", array.slice(parts, 0, count(parts) - 1)) if parts := split(path, "/")

# Two skills that lie in the same folder, or load from the same root of an agent.
neighbours(first, second) if folder(first.path) == folder(second.path)

neighbours(first, second) if {
	first.place.root == second.place.root
	some root in input.set.roots
	root.path == first.place.root
	root.kind != "given"
}
