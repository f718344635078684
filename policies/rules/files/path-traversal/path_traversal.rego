# METADATA
# title: Archive entry or link leads out of the folder
# description: >-
#   A name such as ../../.ssh/authorized_keys in an archive is written outside the
#   folder it is unpacked into. A reference by absolute path points to a file of the
#   author's machine, not of the package.
# custom:
#   code: FIL-001
#   severity: high
#   confidence: high
#   locus: data
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["path-traversal"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("unpacking this archive writes outside its folder: %s", [files.some_of(names, 5)]),
	"hint": "build the archive again with names that are relative and have no `..`, or ship the files unpacked",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	names := file.content.archive.traversal
}

# A document of the skill that only the author's machine has.
findings contains {
	"message": sprintf("the link %q is an absolute path: it points to a file of the machine that the skill is read on, not to one of the package", [link.target]),
	"hint": "copy the file into the package and link to it by a relative path",
	"at": {"file": link.file, "span": link.span},
	"severity": "low",
	"confidence": "medium",
	"locus": link.locus,
} if {
	some link in input.skill.body.links
	of_the_machine(link)
	link.locus == "instruction"
	not link.mention
}

of_the_machine(link) if link.kind in {"absolute", "home"}

# Backslashes alone are a matter of spelling.
of_the_machine(link) if {
	link.kind == "windows"
	regex.match(`^[A-Za-z]:`, link.target)
}
