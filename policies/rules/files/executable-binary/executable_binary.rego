# METADATA
# title: Package contains a compiled program
# description: >-
#   Nobody can read what a compiled program does. A skill that needs one should name it
#   as a requirement that the user installs from a package manager.
# custom:
#   code: FIL-003
#   severity: high
#   confidence: high
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["executable-binary"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("this file is %s, which nobody can review", [files.called(file.content)]),
	"hint": "ship the source instead, or name the program as a requirement that is installed from a package manager",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.content.class == "executable"
}

findings contains {
	"message": sprintf("the archive holds compiled programs: %s", [files.some_of(names, 5)]),
	"hint": "remove them, and name them as requirements that are installed from a package manager",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.content.class == "archive"
	names := file.content.archive.executables
}
