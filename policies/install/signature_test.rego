package skillctl.install_test

trusted(facts) := found({"trust": facts})

test_broken_signature if {
	broken := trusted(object.union(unsigned, {"state": "invalid", "reason": "SKILL.md is not as it was signed"}))
	said("install/signature/invalid", broken) == {"deny"}
	said("install/signature/invalid", base) == set()
}

test_signature_is_wanted if {
	every need, effect in {"require": "deny", "warn": "warn"} {
		settings := {"signature": {"need": need}}
		said("install/signature/missing", set_to(settings, base)) == {effect}
		said("install/signature/missing", set_to(settings, trusted(object.union(unsigned, {"state": "untrusted"})))) == {effect}
		said("install/signature/missing", set_to(settings, trusted(verified))) == set()
	}
	said("install/signature/missing", base) == set()
}

# Whoever tests or depends brings nothing that could be signed.
test_signature_of_what_brings_nothing if {
	settings := {"signature": {"need": "require"}}
	said("install/signature/missing", set_to(settings, running({}))) == set()
	decided(set_to(settings, probed)) == "allow"
}

test_signer_is_named if {
	said("install/signature/verified", trusted(verified)) == {"allow"}
	said("install/signature/verified", base) == set()

	# A signature says who, and not that it may be installed.
	signed_stranger := object.union(trusted(verified), {"request": {"origin": {"type": "x"}}})
	decided(signed_stranger) == "deny"
}

test_what_the_signer_left_out if {
	every state in ["verified", "untrusted"] {
		said("install/signature/ignored", trusted(object.union(verified, {"state": state, "ignored": [".gitignore"]}))) == {"deny"}
	}
	said("install/signature/ignored", trusted(verified)) == set()
}
