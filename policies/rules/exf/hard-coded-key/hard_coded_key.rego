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

# A key is random: its characters are mixed, and it has no word. What is written in the
# place of one is a word, a row, or one character over and over.
real(key) if {
	key.word == ""
	key.run < row
	key.entropy >= mixed
	key.digits > 0
	key.letters > 0
	key.length >= least(key.kind)
}

# Of 40 random characters one in 100,000 has a row of 6; one in a thousand of 16 is less
# mixed than this.
row := 6

mixed := 0.75

least("private-key") := 64

least(kind) := 16 if kind != "private-key"

names := {
	"aws-key-id": "the id of an AWS access key",
	"github-token": "a token of GitHub",
	"gitlab-token": "a token of GitLab",
	"google-key": "a key of a Google API",
	"google-token": "a token of Google",
	"hub-token": "a token of Hugging Face",
	"model-key": "a key of a service for models",
	"npm-token": "a token of npm",
	"private-key": "a private key",
	"pypi-token": "a token of PyPI",
	"slack-token": "a token of Slack",
	"slack-webhook": "a webhook of Slack",
	"stripe-key": "a key of Stripe",
	"telegram-token": "the token of a Telegram bot",
}

called(kind) := names[kind]

called(kind) := sprintf("a %s", [kind]) if not names[kind]

shown(key) := sprintf(": %s… (%d characters)", [key.begin, key.length]) if key.begin != ""

shown(key) := sprintf(" (%d characters)", [key.length]) if key.begin == ""

# The one is half of a key, the other is in each application that shows a map or uses
# Firebase, where everybody can see it.
severity(key) := object.get({"aws-key-id": "medium", "google-key": "low"}, key.kind, "high")

locus(key) := "instruction" if endswith(lower(key.file), ".md")

locus(key) := "data" if not endswith(lower(key.file), ".md")
