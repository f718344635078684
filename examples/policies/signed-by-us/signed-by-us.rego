# METADATA
# title: Only what we have signed is installed
# description: >-
#   Denies everything without a valid signature of one of the signers in the list.
package skillctl.user.install.signed_by_us

signers := {"release@example.com"}

# Digests of public keys, as `skillctl verify --json` writes them, for signatures with a key.
keys := {"sha256:0000000000000000000000000000000000000000000000000000000000000000"}

ours if {
	input.facts.trust.state == "verified"
	input.facts.trust.identity in signers
}

ours if {
	input.facts.trust.state == "verified"
	input.facts.trust.keyDigest in keys
}

reasons contains {
	"effect": "deny",
	"message": sprintf("it is not signed by one of us (signature: %s)", [input.facts.trust.state]),
	"hint": "have it reviewed and signed: skillctl sign",
} if not ours
