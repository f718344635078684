# METADATA
# title: Moves money, of which its description does not speak
# description: >-
#   The skill sends a transaction or pays an account, and nothing that it says of itself has
#   to do with money. What is sent cannot be called back.
# custom:
#   code: PUR-004
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.purpose["unsaid-payment"]

import data.skillctl.lib.abilities
import data.skillctl.lib.commands
import data.skillctl.lib.purpose
import data.skillctl.lib.text

findings contains {
	"message": sprintf("moves money (%s), of which the description says nothing", [text.clip(paid.name, 100)]),
	"hint": "leave it out, or say in the description what is paid, to whom, and that the user is asked",
	"at": {"file": paid.file, "span": paid.span},
	"related": [{"at": {"path": ["description"]}, "message": "this is what the skill says that it is for"}],
	"severity": severity,
	"locus": commands.locus(paid.file),
} if {
	purpose.unsaid("pay")
	some paid in abilities.pays
}

severity := "high" if {
	purpose.bare
} else := "medium"
