# More than was locked: what an update asks for that the lock file does not have, and an
# update that somebody else has signed.
package skillctl.install

asked_now[field] contains item if {
	some skill in facts.skills
	some field, items in skill.capabilities
	some item in items
}

grown[field] := more if {
	some field, items in facts.lock.capabilities
	had := {item | some item in items}
	more := object.get(asked_now, field, set()) - had
	count(more) > 0
}

field_names := {
	"environment": "variables",
	"hosts": "domains",
	"paths": "paths",
	"programs": "programs",
	"tools": "tools",
}

reasons contains {
	"rule": sprintf("install/growth/%s", [field]),
	"effect": settings.growth,
	"message": sprintf("it needs %s that the lock file does not list: %s", [field_names[field], shown_of(sort(items))]),
	"hint": "review the change, and lock it again if it is right",
	"setting": ["install", "growth"],
} if {
	settings.growth in {"warn", "deny"}
	some field, items in grown
}

shown_of(items) := concat(", ", items) if count(items) <= 10

shown_of(items) := sprintf("%s and %d more", [concat(", ", array.slice(items, 0, 10)), count(items) - 10]) if count(items) > 10

reasons contains {
	"rule": "install/growth/signer",
	"effect": "deny",
	"message": sprintf("the locked version is signed by %q, this one is not", [facts.lock.signer]),
	"hint": "ask the signer, and remove it from the lock file if this is right",
} if {
	facts.lock.signer != ""
	not same_signer
}

# Whoever signed the locked version, verified or not: this one nobody did.
reasons contains {
	"rule": "install/growth/signature",
	"effect": settings.growth,
	"message": "the locked version has a signature, this one has none",
	"hint": "ask its author why, or fetch it from where it is signed",
	"setting": ["install", "growth"],
} if {
	settings.growth in {"warn", "deny"}
	facts.lock.signed
	facts.lock.signer == ""
	facts.trust.state == "unsigned"
}

same_signer if {
	facts.trust.state == "verified"
	facts.lock.signer in {facts.trust.identity, facts.trust.keyDigest}
}
