# METADATA
# title: Content is not in the package
# description: >-
#   A Git LFS pointer or a submodule stands for content that is not in the package. It
#   is downloaded later and never checked.
# custom:
#   code: COV-002
#   severity: medium
#   confidence: high
#   locus: package
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.coverage.absent

import data.skillctl.lib.files

findings contains {
	"message": sprintf("the file is a Git LFS pointer: the content (%s%s) is not in the package", [pointer.target, length(pointer)]),
	"hint": "fetch it before packing (`git lfs pull`), or leave the file out",
	"at": {"file": file.path},
} if {
	some file in input.skill.files
	pointer := file.content.pointer
	pointer.kind == "git-lfs"
}

findings contains {
	"message": sprintf("the folder is a Git submodule or worktree of %q: its content comes from elsewhere and can change", [pointer.target]),
	"hint": "export the files without the .git file",
	"at": {"file": file.path},
	"severity": severity(file.path),
} if {
	some file in input.skill.files
	pointer := file.content.pointer
	pointer.kind == "git-submodule"
}

findings contains {
	"message": sprintf("submodules are declared, but the folder %q is empty: its content is not in the package", [folder.path]),
	"hint": "fetch it before packing (`git submodule update --init`), or leave it out",
	"at": {"file": folder.path},
} if {
	some modules in input.skill.files
	modules.path == ".gitmodules"
	some folder in input.skill.files
	folder.type == "dir"
	not startswith(folder.path, ".git")
	empty(folder.path)
}

# The skill's own folder may well be a worktree.
severity(".git") := "info"

severity(path) := "medium" if path != ".git"

empty(path) if {
	prefix := concat("", [path, "/"])
	count([1 | some file in input.skill.files; startswith(file.path, prefix)]) == 0
}

length(pointer) := sprintf(", %s", [files.size(pointer.size)]) if pointer.size

length(pointer) := "" if not pointer.size
