# METADATA
# title: File has a dangerous type or mode
# description: >-
#   A file that runs with the rights of its owner, a device, a pipe or a socket does
#   not belong in a package. A file that every user may write can be changed after it
#   was checked.
# custom:
#   code: FIL-009
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["special-mode"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("%s: the file is run with the rights of its owner (mode %s)", [bit, file.mode]),
	"hint": sprintf("chmod u-s,g-s %s", [file.path]),
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.type == "regular"
	bit := set_bit(file.mode)
}

findings contains {
	"message": sprintf("%s: a package holds files, folders and links only", [words[file.type]]),
	"hint": "remove it",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	words[file.type]
}

findings contains {
	"message": sprintf("unpacking this archive makes files that run with the rights of their owner: %s", [files.some_of(names, 5)]),
	"hint": "build the archive again from plain files",
	"at": {"file": file.path},
	"locus": "data",
} if {
	some file in input.skill.files
	names := file.content.archive.setuid
}

findings contains {
	"message": sprintf("unpacking this archive makes devices or pipes: %s", [files.some_of(names, 5)]),
	"hint": "build the archive again from plain files",
	"at": {"file": file.path},
	"locus": "data",
} if {
	some file in input.skill.files
	names := file.content.archive.devices
}

# One finding for all: on some file systems every file is writable by everybody.
findings contains {
	"message": sprintf("every user of this machine can write to %s", [files.some_of(paths, 5)]),
	"hint": "run `chmod -R o-w` on the folder of the skill",
	"at": {"file": paths[0]},
	"severity": "medium",
	"confidence": "medium",
} if {
	count(writable) > 0
	paths := sort(writable)
}

writable contains file.path if {
	some file in input.skill.files
	file.type in {"regular", "dir"}
	substring(file.mode, count(file.mode) - 1, 1) in {"2", "3", "6", "7"}
}

set_bit(mode) := "setuid" if {
	count(mode) == 4
	substring(mode, 0, 1) in {"4", "5", "6", "7"}
}

set_bit(mode) := "setgid" if {
	count(mode) == 4
	substring(mode, 0, 1) in {"2", "3"}
}

words := {
	"device": "a device",
	"fifo": "a named pipe",
	"other": "a file of unknown kind",
	"socket": "a socket",
}
