# METADATA
# title: Key is written in the skill
# description: >-
#   A key or token of a service stands in a file of the skill: who has the skill has the
#   key, and the agent acts in the name of whoever it belongs to.
# custom:
#   code: SEC-001
#   severity: high
#   confidence: medium
#   locus: data
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["hard-coded-key"]

import data.skillctl.lib.commands
import data.skillctl.lib.guests
import data.skillctl.tables.secrets

findings contains {
	"message": sprintf("%s is written here%s", [called(key.kind), shown(key)]),
	"hint": "take it out and have it revoked; let whoever runs the skill put a key of their own in an environment variable",
	"at": {"file": key.file, "span": key.span},
	"severity": severity(key),
	"locus": locus(key),
} if {
	some key in input.skill.body.keys
	real(key)
}

# A program signs in as somebody whose password it has: what it does there is theirs, and so is what
# it puts there.
findings contains {
	"message": sprintf("the program signs in as %s, with a password that is written here", [laid.to[0]]),
	"hint": "take it out and have it changed; let whoever runs the skill sign in with an account of their own",
	"at": {"file": laid.file, "span": laid.span},
	"severity": "high",
	"locus": commands.locus(laid.file),
} if {
	some laid in input.skill.body.provisions
	laid.kind == "account"
	commands.code(laid.file)
	not commands.sample(laid.file)
	not regex.match(`(?i)(^|[/_.-])(tests?|specs?|fixtures?|mocks?|examples?|samples?|seeds?)([/_.-]|$)`, laid.file)
	guests.unknown(laid.to[0])
	not guests.banned(laid)
	not regex.match(`(?i)^(test|demo|sample|fake|dummy|foo|guest|tester)\b`, laid.to[0])
}

# A key is random: its characters are mixed, and it has no word. What is written in the
# place of one is a word, a row, or one character over and over. Where a kind has a
# checksum, only with the right one it is a key.
real(key) if {
	not key.checksum == "wrong"
	key.word == ""
	key.run < row
	key.entropy >= mixed
	key.digits > 0
	key.letters > 0
	key.length >= least(key.kind)
	not plain(key)
}

# What only a name calls a secret has to look more like one.
plain(key) if {
	key.kind == "named-secret"
	key.entropy < 0.85
}

plain(key) if {
	key.kind == "named-secret"
	key.digits < 4
}

# Of 40 random characters one in 100,000 has a row of 6; one in a thousand of 16 is less
# mixed than this.
row := 6

mixed := 0.75

least("private-key") := 64

least(kind) := 16 if kind != "private-key"

names[token.name] := token.title if {
	some token in secrets.tokens
	token.key
}

called(kind) := names[kind]

called(kind) := sprintf("a %s", [kind]) if not names[kind]

shown(key) := sprintf(": %s… (%d characters)", [key.begin, key.length]) if key.begin != ""

shown(key) := sprintf(" (%d characters)", [key.length]) if key.begin == ""

# The one is half of a key, the other is in each application that shows a map or uses
# Firebase, where everybody can see it. What only a name calls a secret may be something
# else: a checksum, an id.
severity(key) := object.get({"aws-key-id": "medium", "google-key": "low", "named-secret": "medium", "twilio-key": "medium"}, key.kind, "high")

locus(key) := "instruction" if endswith(lower(key.file), ".md")

locus(key) := "data" if not endswith(lower(key.file), ".md")
