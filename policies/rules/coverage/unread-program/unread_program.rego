# METADATA
# title: A program that was not followed names secrets and a host
# description: >-
#   Values are followed through programs of a shell, in Python, JavaScript and TypeScript.
#   A program in another language that is run names a file with secrets beside the address
#   of a stranger: where the secret goes is not known.
# custom:
#   code: COV-006
#   severity: medium
#   confidence: medium
#   locus: script
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.coverage["unread-program"]

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.text

findings contains {
	"message": sprintf("a program in %s, which is not followed, names a file with secrets and %s: %q", [use.language, destinations.called(host), text.clip(trim_space(passage.line), 80)]),
	"hint": "read where the secret goes, or ship the program in a language that is followed",
	"at": {"file": passage.file, "span": passage.span},
} if {
	some passage in input.skill.body.passages
	passage.about == "secret"
	regex.match(kept, passage.text)
	some use in input.skill.body.uses
	use.file == passage.file
	not use.language in followed
	some address in passage.urls
	some host in addresses.named(address)
	destinations.relation(host) in {"anonymous", "unrelated"}
}

# Words of a shell are read by the rules about commands.
followed := {"", "shell", "python", "javascript", "typescript", "node", "document", "notebook"}

kept := `(?i)(["'/~]|\b)\.(ssh|aws|gnupg|kube|netrc|npmrc)\b|\bid_(rsa|ed25519)\b|/etc/(passwd|shadow)\b`
