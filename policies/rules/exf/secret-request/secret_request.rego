# METADATA
# title: Asks the model to send secrets to an address
# description: >-
#   The text asks the model, in words, to send keys, environment variables or saved
#   passwords of the user to an address.
# custom:
#   code: EXF-001
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["secret-request"]

import data.skillctl.lib.addresses
import data.skillctl.lib.passages
import data.skillctl.lib.shown

findings contains {
	"message": sprintf("%s asks the model to send secrets of the user to %s", [passages.shown(passage), host]),
	"hint": "remove it; if the skill needs a credential, name its variable and send it only to the service that issued it",
	"at": {"file": passage.file, "span": passage.span},
	"severity": passages.severity(passage, "high"),
	"locus": passages.locus(passage),
} if {
	some passage in input.skill.body.passages
	passage.about == "secret"
	host := min({host |
		some url in passage.urls
		some host in addresses.named(url)
		not addresses.local(host)
	})
	passages.ordered(passage.line, order)
	not shown.only(passage)
}

order := `\b(send|upload|post|forward|transmit|exfiltrate|submit|push|email)\b[^.\n]{0,80}(~?/\.(ssh|aws|gnupg|kube|netrc|npmrc)\b|\bid_(rsa|ed25519)\b|/etc/(passwd|shadow)|\bkeychain\b|\bseed phrases?\b|\bwallet files?\b|\bprivate keys?\b|\b(all|every|the|your|their)( of the)? (environment variables?|env vars?)\b|\bbrowser (cookies|passwords)\b|\bsaved passwords\b|(^|\s)["']?\.env\b)[^\n]{0,160}\bhttps?://`
