# METADATA
# title: Link leads out of the package
# description: >-
#   A symbolic link out of the folder of the skill gives whoever reads or copies the
#   package a file of the machine: a key, a configuration, another skill. Links in
#   archives do the same once they are unpacked.
# custom:
#   code: FIL-002
#   severity: high
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.files["link-outside"]

import data.skillctl.lib.files

findings contains {
	"message": sprintf("symbolic link to %q, which is outside the skill's folder", [file.link.target]),
	"hint": "replace the link by a copy of what the skill needs",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	file.type == "symlink"
	not file.link.inside
}

findings contains {
	"message": sprintf("symbolic link to %q, %s", [file.link.target, why]),
	"hint": "remove the link, or make it point to a file of the package",
	"at": {"file": file.path},
	"severity": "low",
} if {
	not input.skill.project # of a project only a part is read
	some file in input.skill.files
	file.type == "symlink"
	file.link.inside
	why := nowhere(file.link)
}

findings contains {
	"message": sprintf("unpacking this archive makes links that leave its folder: %s", [files.some_of(links, 5)]),
	"hint": "build the archive again without these links, or ship the files unpacked",
	"at": {"file": file.path},
	"locus": "data",
} if {
	some file in input.skill.files
	links := file.content.archive.linksOut
}

# Which file the other names of a hard link are cannot be seen; those with the
# same content in the package are taken for them.
findings contains {
	"message": sprintf("hard link: the file has %d names, and %s", [file.nlink, strayed(file.nlink - inside)]),
	"hint": "replace the file by a copy (`cp FILE TMP && mv TMP FILE`): a change elsewhere changes the skill",
	"at": {"file": file.path},
	"severity": "medium",
	"confidence": "low",
} if {
	some file in input.skill.files
	file.nlink > 1
	file.type == "regular"
	inside := count([1 |
		some other in input.skill.files
		other.nlink == file.nlink
		other.digest == file.digest
	])
	inside < file.nlink
}

nowhere(link) := "which leads back to itself" if link.loop

nowhere(link) := "which does not exist" if {
	not link.loop
	not link.exists
}

strayed(1) := "one of them is outside the package"

strayed(n) := sprintf("%d of them are outside the package", [n]) if n != 1
