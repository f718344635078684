# METADATA
# title: Changes figures of somebody alone
# description: >-
#   A branch of a program goes by the name of somebody or something that the program has written out,
#   of which nothing else of the skill speaks, and changes a figure there. What comes out for them is
#   then not what comes out for all others.
# custom:
#   code: EXE-048
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["partial-branch"]

import data.skillctl.lib.commands
import data.skillctl.lib.losses
import data.skillctl.lib.rulings
import data.skillctl.lib.text
import data.skillctl.tables.parties as table

findings contains {
	"message": sprintf("%s where %s: a figure is changed for %s alone, of which nothing else in the skill speaks", [text.cited(text.clip(deed.call, 80)), text.cited(text.clip(deed.what, 80)), concat(", ", deed.names)]),
	"hint": "have the same rules hold for all; take exceptions from the user or from settings, and say in the description what they are for",
	"at": {"file": deed.file, "span": deed.span},
	"severity": losses.weighed(deed, grade),
	"locus": commands.locus(deed.file),
} if {
	some deed in input.skill.body.deeds
	deed.kind == "alone"
	deed.places == 0
	every name in deed.names {
		not anybody(name)
		not rulings.known({"name": name})
	}
}

grade := "high" if rulings.judges

grade := "medium" if not rulings.judges

# It stands for any of many. Names of shares are words in capitals, and stand for one.
anybody(name) if {
	some entry in table.reserved
	"named" in entry.kinds
	lower(name) in entry.keys
}

anybody(name) if {
	some entry in table.reserved
	"named" in entry.kinds
	regex.match(entry.pattern, name)
}
