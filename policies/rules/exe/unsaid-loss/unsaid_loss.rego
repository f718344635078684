# METADATA
# title: Takes away what it was given, and the skill does not say so
# description: >-
#   A program removes or empties a file that it was given and has read, or rows of a database that
#   it did not make, with nobody asked and no option for it, and the description speaks of nothing
#   that takes something away. Whoever has it read, convert or compare something loses it.
# custom:
#   code: DST-006
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["unsaid-loss"]

import data.skillctl.lib.commands
import data.skillctl.lib.losses
import data.skillctl.lib.purpose
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s %s (%s): nobody is asked, and the description does not say so", [text.clip(deed.call, 60), doing[deed.act], text.cited(text.clip(deed.what, 80))]),
	"hint": "leave what was given as it is; or do it behind an option or a question, and say so in the description",
	"at": {"file": deed.file, "span": deed.span},
	"severity": losses.weighed(deed, grade(deed)),
	"locus": commands.locus(deed.file),
} if {
	some deed in input.skill.body.deeds
	deed.kind == "loss"
	purpose.stated
	not explained(deed)
}

doing := {
	"delete": "removes what the program was given and has read",
	"overwrite": "empties what the program was given and has read",
	"rows": "takes away rows that the program did not make",
}

explained(deed) if {
	deed.act == "rows"
	losses.alters
}

explained(deed) if {
	deed.act != "rows"
	losses.removes
}

# Of a parameter that nothing of the program fills it is not known whose file it names.
grade(deed) := "medium" if {
	deed.on == "given"
} else := "high"
