# METADATA
# title: Does something on some days, on some machines or by chance alone
# description: >-
#   A branch of a program depends on the clock, on the name of the machine or of the account, on a
#   build server or on chance, and removes, sends or changes something that the other way does not.
#   Who tries the program out does not see it.
# custom:
#   code: DST-007
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["gated-effect"]

import data.skillctl.lib.commands
import data.skillctl.lib.losses
import data.skillctl.lib.purpose
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s (%s) where %s: it depends on %s, and the description does not say so", [text.cited(text.clip(deed.call, 80)), doing[deed.act], text.cited(text.clip(deed.what, 80)), by[deed.on]]),
	"hint": "have it depend on what the program is given, or on an option; say in the description on what it depends",
	"at": {"file": deed.file, "span": deed.span},
	"severity": losses.weighed(deed, grade),
	"locus": commands.locus(deed.file),
} if {
	some deed in input.skill.body.deeds
	deed.kind == "gate"
	purpose.stated
	not losses.goes_by(deed.on)
	grade := grades(deed)
}

doing := {
	"delete": "removes something",
	"rename": "takes a file from its place",
	"overwrite": "empties a file",
	"rows": "takes away rows of a database",
	"run": "runs a command",
	"send": "sends something",
	"result": "changes what comes out",
}

by := {
	"clock": "the clock",
	"host": "the name of the machine",
	"account": "the name of the account",
	"chance": "chance",
	"builder": "a build server",
}

# What is lost or sent there.
grades(deed) := "high" if deed.act in {"delete", "overwrite", "rows", "send"}

# A program that runs others may have them at their time; on one machine or for one account it is
# made for somebody.
grades(deed) := "high" if {
	deed.act in {"run", "result", "rename"}
	deed.on in {"host", "account"}
}

grades(deed) := "medium" if {
	deed.act in {"result", "rename"}
	deed.on in {"clock", "chance", "builder"}
}

grades(deed) := "medium" if {
	deed.act == "run"
	deed.on == "chance"
}
