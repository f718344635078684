# METADATA
# title: What it finds, in a few words
# description: Why that matters, in a sentence.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
package skillctl.user.lint.PACKAGE

# It is asked about every skill; its findings are those of the rule user/RULE. A finding
# has a message, and may have a hint, a place (at: {"file", "span"} or {"path": […]} into
# the front matter) and a severity of its own.
#
# `skillctl policy inputs lint` lists what there is; most is in
#   input.skill.front.fields    the front matter: {"name": {"value": …, "span": …}, …}
#   input.skill.body            links, fences, commands that rules look at
#   input.skill.files           each file: path, size, mode, content, shebang

# The field of the front matter that is wanted: put your own here.
wanted := "owner"

findings contains {
	"message": sprintf("the front matter has no %s", [wanted]),
	"hint": sprintf("add metadata.%s", [wanted]),
} if {
	not input.skill.front.fields.metadata.value[wanted]
}
