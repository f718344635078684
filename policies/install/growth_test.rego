package skillctl.install_test

locked(had, signer) := {"lock": {"digest": digest, "signer": signer, "signed": signer != "", "capabilities": object.union(no_capabilities, had)}}

asks(now, had) := object.union(with_skill({"capabilities": object.union(no_capabilities, now)}), {"facts": locked(had, "")})

test_growth if {
	every field in ["programs", "hosts", "paths", "tools", "environment"] {
		rule := sprintf("install/growth/%s", [field])
		grown := asks({field: ["a", "b"]}, {field: ["a"]})
		said(rule, grown) == {"warn"}
		said(rule, set_to({"growth": "deny"}, grown)) == {"deny"}
		said(rule, set_to({"growth": "allow"}, grown)) == set()
		said(rule, asks({field: ["a"]}, {field: ["a", "b"]})) == set()
	}
}

test_nothing_locked if {
	objections(with_skill({"capabilities": object.union(no_capabilities, {"hosts": ["a.example"]})})) == set()
}

test_signer if {
	every trust in [unsigned, object.union(verified, {"keyDigest": "sha256:other"}), object.union(verified, {"state": "untrusted"})] {
		document := object.union(found({"trust": trust}), {"facts": locked({}, digest)})
		said("install/growth/signer", document) == {"deny"}
	}
	same := object.union(found({"trust": verified}), {"facts": locked({}, digest)})
	said("install/growth/signer", same) == set()
	unsigned_before := object.union(base, {"facts": locked({}, "")})
	said("install/growth/signer", unsigned_before) == set()
}

gone(trust, lock) := object.union(found({"trust": trust}), {"facts": object.union(locked({}, ""), {"lock": lock})})

test_signature_is_gone if {
	said("install/growth/signature", gone(unsigned, {"signed": true})) == {"warn"}
	said("install/growth/signature", set_to({"growth": "deny"}, gone(unsigned, {"signed": true}))) == {"deny"}
	said("install/growth/signature", gone(unsigned, {"signed": false})) == set()
	said("install/growth/signature", gone(object.union(verified, {"state": "untrusted"}), {"signed": true})) == set()
	said("install/growth/signature", gone(unsigned, {"signed": true, "signer": digest})) == set()
}
