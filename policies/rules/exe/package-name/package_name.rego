# METADATA
# title: Package with nearly the name of a well-known one
# description: >-
#   A package is installed whose name is one letter away from one that everybody uses.
#   Such names are registered to be taken for the other one.
# custom:
#   code: EXE-016
#   severity: medium
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["package-name"]

import data.skillctl.lib.commands
import data.skillctl.lib.told

findings contains {
	"message": sprintf("the package %q is installed, which is one letter away from %q", [one.name, one.like]),
	"hint": sprintf("if %q is meant, write that; otherwise say in the text what %q is and who makes it", [one.like, one.name]),
	"at": {"file": one.file, "span": one.span},
	"severity": severity(one),
	"locus": commands.locus(one.file),
} if {
	some one in input.skill.body.packages
	one.kind == "name"
	not of_the_skill(one.name)
}

severity(one) := "low" if commands.aside(one.file)

severity(one) := "medium" if {
	not commands.aside(one.file)
	not again
}

# One name may be a slip, two are none.
severity(one) := "high" if {
	not commands.aside(one.file)
	again
}

again if {
	count({one.name |
		some one in input.skill.body.packages
		one.kind == "name"
		not of_the_skill(one.name)
		not commands.aside(one.file)
	}) > 1
}

# The skill is about that very package.
of_the_skill(name) if {
	some text in {told.description, told.name}
	contains(lower(text), lower(name))
}
