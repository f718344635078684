# METADATA
# title: Package contains an archive
# description: >-
#   Whoever reviews the skill does not see what is in an archive. An encrypted
#   archive, or one that unpacks to a thousand times its size, is often meant to
#   prevent a review.
# custom:
#   code: FIL-006
#   severity: medium
#   confidence: high
#   locus: data
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files.archive

import data.skillctl.lib.files

findings contains {
	"message": sprintf("%s that is encrypted: nobody can check what it holds", [files.called(file.content)]),
	"hint": "ship the files unpacked; a password hides the content from every scanner",
	"at": {"file": file.path},
	"severity": "high",
} if {
	some file in input.skill.files
	file.content.class == "archive"
	file.content.archive.encrypted
}

findings contains {
	"message": sprintf("%s that %s", [files.called(file.content), why]),
	"hint": "ship the files that the skill needs, unpacked",
	"at": {"file": file.path},
	"severity": "high",
} if {
	some file in input.skill.files
	why := bomb(file.content.archive)
}

findings contains {
	"message": sprintf("%s with %s, %s unpacked%s: a review of the skill does not cover its content", [
		files.called(file.content),
		entries(archive.entries),
		files.size(archive.unpacked),
		nesting(archive),
	]),
	"hint": "ship the files unpacked, or name the address and digest of a release",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.content.class == "archive"
	archive := file.content.archive
	not archive.encrypted
	not bomb(archive)
}

# Text packs to about a tenth; zeros to a thousandth.
bomb(archive) := sprintf("unpacks to %s, %d times its size", [files.size(archive.unpacked), archive.ratio]) if {
	archive.ratio > 200
	archive.unpacked > 33554432
	not archive.limit
} else := reasons[archive.limit] if {
	archive.limit
}

reasons := {
	"bytes": "unpacks to more than skillctl inspects",
	"depth": "holds nested archives, deeper than skillctl inspects",
	"entries": "has more entries than skillctl inspects",
	"nested": "holds an archive larger than skillctl inspects",
	"time": "takes too long to inspect",
}

entries(1) := "1 entry"

entries(n) := sprintf("%d entries", [n]) if n != 1

nesting(archive) := sprintf(", archives nested %d deep", [archive.depth]) if archive.depth > 1

nesting(archive) := "" if archive.depth <= 1
