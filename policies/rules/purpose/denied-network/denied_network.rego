# METADATA
# title: Reaches another machine, which its description rules out
# description: >-
#   The description says that nothing leaves the machine or that no network is used, and a
#   program or a command of the skill reaches a host that the skill names nowhere. Who
#   takes a skill for that sentence is deceived.
# custom:
#   code: PUR-005
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.purpose["denied-network"]

import data.skillctl.lib.abilities
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.main
import data.skillctl.lib.purpose
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s reaches %s, though it says %q", [reach.by, destinations.called(reach.host), words]),
	"hint": "leave it out, or take the sentence out of the description and say what is sent where",
	"at": {"file": reach.file, "span": reach.span},
	"related": [{"at": {"path": ["description"]}, "message": sprintf("%q", [words])}],
	"severity": severity(reach),
	"locus": commands.locus(reach.file),
} if {
	words := min(denials)
	some reach in abilities.reaches
	reach.relation in {"anonymous", "unrelated"}
}

denials contains denial.words if {
	some denial in purpose.denied
	denial.what == "the network"
}

# What the text says so is about a part of it: it counts where something of the user goes.
denials contains text.clip(trim_space(remark.text), 80) if {
	some remark in input.skill.body.remarks
	"denied" in remark.kinds
	not remark.fenced
	main.is(remark.file)
	not regex.match(`(?i)\b(if|when|unless|option(al|ally)?|can|may|should|must|mode|by default)\b`, remark.text)
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	chains.destination(chain) in {"anonymous", "unrelated", "veiled"}
}

# That it works without a network is said of all of it.
denials contains text.clip(trim_space(remark.text), 80) if {
	some remark in input.skill.body.remarks
	"denied" in remark.kinds
	not remark.fenced
	main.is(remark.file)
	regex.match(`(?i)\b(works?|runs?) (fully |entirely |completely )?offline\b|\bnothing (ever )?leaves\b|\bno (network|internet)( access| calls?| requests?| connection)?( is)? (needed|required|made|used)\b`, remark.text)
	not regex.match(`(?i)\b(if|when|unless|option(al|ally)?|can|may|should|must|mode|by default|except|once|after)\b`, remark.text)
}

# What is sent there is of the user or of the machine: that cannot be meant well.
severity(reach) := "high" if {
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	chain.sink.file == reach.file
	chain.sink.span.start.line == reach.span.start.line
} else := "high" if {
	some command in input.skill.body.commands
	command.file == reach.file
	command.span == reach.span
	some arg in command.args
	regex.match(`\$\(|^[^=]*=?@`, arg)
} else := "medium"
