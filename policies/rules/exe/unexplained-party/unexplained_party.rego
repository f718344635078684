# METADATA
# title: Program deals with a person or an account that nothing explains
# description: >-
#   A program, settings or a block of commands have an account, a wallet, a number, a code or somebody
#   by name written out that is paid, told, let in or treated otherwise, and nothing of the skill says
#   who that is.
# custom:
#   code: EXE-041
#   severity: high
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["unexplained-party"]

import data.skillctl.lib.commands
import data.skillctl.lib.parties
import data.skillctl.lib.text

findings contains {
	"message": sprintf("%s: %s %s, which nothing in the skill explains", [text.cited(text.clip(trim_space(party.text), 120)), deed[1], parties.title(party)]),
	"hint": "take it from the user or from settings; if it belongs to the skill, say in the description whose it is",
	"at": {"file": party.file, "span": party.span},
	"severity": parties.weight(party, deed[0]),
	"locus": commands.locus(party.file),
} if {
	some party in input.skill.body.parties
	deed := parties.written(party)
	not parties.told_already(party)
	not parties.about(party)
}
