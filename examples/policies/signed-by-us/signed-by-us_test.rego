package skillctl.user.install.signed_by_us_test

import data.skillctl.user.install.signed_by_us as policy

asked(state, identity) := {"facts": {"trust": {"state": state, "identity": identity, "keyDigest": ""}}}

test_ours_passes if count(policy.reasons) == 0 with input as asked("verified", "release@example.com")

test_others_are_denied if count(policy.reasons) == 1 with input as asked("verified", "mallory@example.com")

test_a_name_alone_is_no_signature if count(policy.reasons) == 1 with input as asked("untrusted", "release@example.com")

test_unsigned_is_denied if count(policy.reasons) == 1 with input as asked("unsigned", "")
