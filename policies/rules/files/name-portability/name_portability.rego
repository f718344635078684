# METADATA
# title: File name means another file on some systems
# description: >-
#   Where case or Unicode form is ignored, two names can be one file, and the one that
#   is unpacked last wins. Windows reserves some names for devices and reads the part
#   after a colon as a hidden stream.
# custom:
#   code: FIL-010
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["name-portability"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("%q and %q are one file on systems that ignore case or Unicode form (macOS, Windows): one replaces the other", [names[0], names[1]]),
	"hint": "rename one of them",
	"at": {"file": names[1]},
} if {
	some names in input.skill.collisions
}

findings contains {
	"message": sprintf("unpacking this archive makes names that are one file on systems that ignore case: %s", [files.some_of(pairs, 5)]),
	"hint": "rename one of each pair",
	"at": {"file": file.path},
	"locus": "data",
} if {
	some file in input.skill.files
	pairs := file.content.archive.collisions
}

findings contains {
	"message": sprintf("%q %s", [part, why]),
	"hint": "rename it with letters, digits, `-`, `_` and `.`",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	parts := split(file.path, "/")
	part := parts[count(parts) - 1]
	why := trouble(part)
}

# A name can have several of these faults; the first is told.
trouble(name) := "is a device on Windows: the file cannot be made or opened there" if {
	regex.match(`^(?i:con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)`, name)
} else := "has a colon: Windows takes what follows for a hidden stream of the file" if {
	contains(name, ":")
} else := "ends in a dot or space, which Windows takes off: it is another file there" if {
	regex.match(`[. ]$`, name)
} else := "has a character that names cannot have on Windows, so the package cannot be unpacked there" if {
	regex.match(`[<>"|?*\\\x01-\x1f]`, name)
}
