# Signatures: whose signature is wanted. A signature that does not fit the files is a no,
# whether one is wanted or not: somebody has changed what was signed.
package skillctl.install

signable if {
	facts.found == "directory"
	not facts.empty
	class != "installed"
	not dependency_tree
}

reasons contains {
	"rule": "install/signature/invalid",
	"effect": "deny",
	"message": sprintf("the signature does not match: %s", [facts.trust.reason]),
	"hint": "download it again from the signer",
} if {
	signable
	facts.trust.state == "invalid"
}

# What the signer left out was signed by nobody, and would be installed with the rest.
reasons contains {
	"rule": "install/signature/ignored",
	"effect": "deny",
	"message": "the signature does not cover it: the signer left it out",
	"hint": "remove it; `skillctl install` leaves it out",
	"file": name,
} if {
	signable
	facts.trust.state in {"verified", "untrusted"}
	some name in facts.trust.ignored
}

reasons contains {
	"rule": "install/signature/missing",
	"effect": needs[settings.signature.need],
	"message": sprintf("a signature by a trusted signer is required, but it is %s: %s", [facts.trust.state, facts.trust.reason]),
	"setting": ["install", "signature", "need"],
} if {
	signable
	needs[settings.signature.need]
	not facts.trust.state in {"verified", "invalid"}
}

needs := {
	"require": "deny",
	"warn": "warn",
}

reasons contains {
	"rule": "install/signature/verified",
	"effect": "allow",
	"message": sprintf("it is signed by %s", [signer]),
} if {
	signable
	class
	facts.trust.state == "verified"
}

signer := facts.trust.identity if facts.trust.identity != ""

signer := facts.trust.keyDigest if facts.trust.identity == ""
