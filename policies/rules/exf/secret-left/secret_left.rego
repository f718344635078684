# METADATA
# title: Leaves secrets where others read them
# description: >-
#   A command puts what a client of a service prints of its secrets into a file that everybody
#   on the machine may read, or into a repository that is pushed. Whoever reads that has them.
# custom:
#   code: EXF-012
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["secret-left"]

import data.skillctl.lib.commands
import data.skillctl.lib.printed

findings contains {
	"message": sprintf("%s lets everybody on the machine read %s", [commands.shown(command), what]),
	"hint": "keep no copy: read one secret when it is needed; a file that must be is for its owner alone (chmod 600), and is removed afterwards",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "chmod"
	lets_read(command.args)
	what := min(kept(command))
}

findings contains {
	"message": sprintf("%s puts %s into the repository that is pushed", [commands.shown(command), what]),
	"hint": "leave it out; a repository names a secret and never has it, since whoever clones it gets all that was ever in it",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program == "git"
	"push" in command.args
	what := min(kept(command))
}

# What the files hold that it is about, as far as a client of a service printed it.
kept(command) := {known.what |
	some step in command.input
	not object.get(step, "remote", false)
	known := printed.service(step)
	not object.get(known, "mixed", false)
}

# The mode is one by which others than the owner read: 644, a+r, o=r.
lets_read(args) if {
	some arg in args
	regex.match(`^0?[0-7]{2}[4-7]$|^[ug]*[oa][ugoa]*[+=][wxX]*r|^\+[wxX]*r`, arg)
}

severity(command) := "medium" if commands.slighter(command)

severity(command) := "high" if not commands.slighter(command)
