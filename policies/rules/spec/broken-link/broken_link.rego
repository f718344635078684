# METADATA
# title: Link to a file that does not exist
# description: >-
#   The text links to a file that is not in the package. The agent looks for it, finds
#   nothing, and guesses.
# custom:
#   code: SPEC-013
#   severity: medium
#   confidence: high
#   locus: instruction
#   unit: skill
#   fix: none
package skillctl.rules.spec["broken-link"]

import data.skillctl.lib.links
import data.skillctl.lib.text

broken := [link |
	some link in links.dangling
	not link.mention
	link.locus == "instruction"
	object.get(link, "actual", "") == ""
	written_as_path(link.path)
]

# The links to each path of each file: where they stand, and which of the list they are.
targets[[link.file, link.path]] contains [link.span.start.offset, i] if some i, link in broken

# A word in parentheses is rather a placeholder.
written_as_path(path) if contains(path, ".")

written_as_path(path) if contains(path, "/")

# One finding for each file that links to a path, at the first of the links.
findings contains {
	"message": sprintf("the link to %q leads nowhere: %s is not in the package%s", [
		text.clip(first.target, 80),
		text.clip(first.path, 80),
		again(count(places)),
	]),
	"hint": "add the file, correct the path (it starts at the folder of the file that holds the link), or remove the link",
	"at": {"file": first.file, "span": first.span},
	"severity": severity(first),
	"because": because(first),
} if {
	some places in targets
	first := broken[min(places)[1]]
}

because(link) := "it is not in SKILL.md, which agents read first" if link.file != input.skill.manifest.file

because(link) := "what is missing is a picture" if link.file == input.skill.manifest.file

again(1) := ""

again(n) := sprintf(" (%d links)", [n]) if n > 1

# SKILL.md is an order. Other files are often templates for what the agent is to
# write; there a link counts where the folder that it names is in the package.
severity(link) := "medium" if {
	link.file == input.skill.manifest.file
	not link.image
}

severity(link) := "low" if {
	link.file == input.skill.manifest.file
	link.image
}

severity(link) := "low" if {
	link.file != input.skill.manifest.file
	in_known_folder(link)
}

severity(link) := "info" if {
	link.file != input.skill.manifest.file
	not in_known_folder(link)
}

in_known_folder(link) if split(link.path, "/")[0] in folders

folders contains file.path if {
	some file in input.skill.files
	file.type == "dir"
	not contains(file.path, "/")
}
