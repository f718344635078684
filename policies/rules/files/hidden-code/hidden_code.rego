# METADATA
# title: Code in a hidden file
# description: >-
#   A file whose name or folder starts with a dot is not shown by most listings. Code
#   there, or a dotfile that a shell reads by itself, is easily overlooked.
# custom:
#   code: FIL-008
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["hidden-code"]

# Agents look for their files in hidden folders: in a project these are what is read.
findings contains {
	"message": sprintf("hidden file with %s: most listings do not show it", [what(file)]),
	"hint": "move the code to a visible folder such as scripts/, or remove it from the package",
	"at": {"file": file.path},
} if {
	not input.skill.project
	some file in input.skill.files
	file.hidden
	file.type == "regular"
	not known_folder(file.path)
	not version_control(file.path)
	code(file)
}

findings contains {
	"message": sprintf("hidden file %q is read by a shell or tool that starts in this folder", [base(file.path)]),
	"hint": "remove it from the package, and say in SKILL.md what to set",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.hidden
	file.type == "regular"
	base(file.path) in sourced
}

table := data.skillctl.tables.dotfiles

sourced := {name | some name in table.sourced}

known_folders := {folder | some folder in table.known_folders}

known_folder(path) if {
	count(known_folders & {part | some part in split(path, "/")}) > 0
}

version_control(path) if ".git" in split(path, "/")

# A configuration that happens to be written as code is not what this is about.
code(file) if {
	file.content.class == "script"
	not startswith(file.content.type, "unknown")
	not configuration(base(file.path))
}

code(file) if {
	file.exec
	file.content.class in {"script", "executable", "bytecode", "data"}
}

configuration(name) if regex.match(table.configuration, name)

what(file) := sprintf("code (%s)", [file.content.type]) if file.content.class == "script"

what(file) := "an executable" if file.content.class != "script"

base(path) := name if {
	parts := split(path, "/")
	name := parts[count(parts) - 1]
}
