# METADATA
# title: Reads what its description does not speak of
# description: >-
#   The skill reads keys, logins or what somebody keeps for himself, and nothing that it
#   says of itself has to do with these. Whoever took it for what it says gets something
#   else.
# custom:
#   code: PUR-001
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.purpose["unsaid-read"]

import data.skillctl.lib.abilities
import data.skillctl.lib.commands
import data.skillctl.lib.purpose
import data.skillctl.lib.text

findings contains {
	"message": sprintf("reads %s (%s), of which the description says nothing", [abilities.noun(first), text.clip(first.name, 100)]),
	"hint": "leave it out, or say in the description what it is read for",
	"at": {"file": first.file, "span": first.span},
	"related": [{"at": {"path": ["description"]}, "message": "this is what the skill says that it is for"}],
	"severity": severity(first),
	"because": "the description speaks of nothing outside of what the skill is given",
	"locus": commands.locus(first.file),
} if {
	some store in {read.store | some read in unsaid}
	first := max({[read.by, 0 - read.span.start.line, read.file, read] | some read in unsaid; read.store == store})[3]
}

unsaid := {read |
	some read in abilities.reads
	purpose.unsaid(concat("", ["read/", read.store]))
}

# A description that speaks of nothing outside of what the skill is given leaves no doubt
# that what opens a machine or an account is none of its business.
severity(read) := "high" if {
	purpose.bare
	read.by != "document"
	read.store in {"browser", "key", "keychain", "login", "wallet"}
} else := "medium"
