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
import data.skillctl.tables.deeds

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

# Commands that take something away for good.
findings contains {
	"message": sprintf("%s %s: nobody is asked, and the description does not say so", [commands.shown(command), loss.what]),
	"hint": "leave it out, or have the user asked right before it; say in the description what is removed",
	"at": {"file": command.file, "span": command.span},
	"severity": severity,
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	some loss in deeds.losses
	command.program in loss.programs
	regex.match(loss["with"], concat(" ", command.args))
	purpose.stated
	not losses.alters
	not commands.lesser(command)
	not commands.of_image(command)
	not asked(command)
	not own(command)
	not named(command)
	severity := weight(command)
}

# The description speaks of what the option is called after: "keeps a mirror", --mirror.
named(command) if {
	some arg in command.args
	option := trim_prefix(arg, "--")
	option != arg
	regex.match(concat("", [`\b`, option, `\b`]), losses.promise)
	regex.match(`^[a-z]{5,}$`, option)
	not option in {"force", "delete"}
}

# Programs do it; a text has it done as a matter of course, or shows how.
weight(command) := losses.weighed(command, "high") if {
	commands.code(command.file)
} else := "high" if {
	regex.match(standing, around(command))
} else := "medium" if {
	not commands.told_of(command)
	not regex.match(`[<{\[…]`, concat(" ", command.args))
	not managed
}

# Who manages something may show how it is removed.
managed if regex.match(`\b(manag\w*|administ\w*|operat\w*|control\w*|provision\w*|deploy\w*|reference|guide|cheat ?sheet|master\w*|cli|commands?|workflows?|full lifecycle|course|tutorials?|learn\w*|teach\w*)\b`, losses.promise)

around(command) := concat(" ", [command.before, object.get(command, "lead", ""), object.get(command, "after", ""), object.get(command, "note", "")])

standing := `(?i)\b(always|each time|every time|whenever|automatically|when(ever)? (you are|the [\w-]+ (is|has been)|this [\w-]+ (is|has been)) (done|finished|complete\w*|used|run)|after (each|every)|at the end of (each|every|the)|without (asking|confirm\w*|a question|approval)|no (need|reason) to (ask|confirm)|(do not|don['’]t) (ask|confirm|mention))\b`

# Somebody is asked, or it is for when something went wrong.
asked(command) if {
	regex.match(`(?i)\b(ask|asks|confirm\w*|approv\w*|consent|only (if|when|after|with)|if|unless|careful\w*|caution|danger\w*|warning|destructive|irreversibl\w*|undo|roll ?back|troubleshoot\w*|recover\w*|reset|abort|optional\w*|clean ?up|tear ?down|delete|remove|uninstall)\b`, around(command))
	not regex.match(standing, around(command))
}

# What a program or a test made for itself.
own(command) if regex.match(`(?i)(^|[^a-z])(te?mp\w*|tests?|testing|staging|preview|ephemeral|scratch|sandbox|demo|example|e2e|ci|if exists)([^a-z]|$)`, concat(" ", command.args))
