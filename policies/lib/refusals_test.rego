package skillctl.lib.refusals_test

import data.skillctl.lib.refusals

test_something_is_taken_away if {
	refusals.refuses("- Deny access to arn:aws:iam::491827364510:root in each policy.", "491827364510")
	refusals.refuses("Remove any grant to account 491827364510.", "491827364510")
	refusals.refuses("Never share a snapshot with 491827364510.", "491827364510")
}

test_something_is_given if {
	not refusals.refuses("Grant access to arn:aws:iam::491827364510:root in each policy.", "491827364510")
	not refusals.refuses("Deny access to all except 491827364510.", "491827364510")
	not refusals.refuses("Remove the payee and enter account 491827364510.", "491827364510")
	not refusals.refuses("Remove the restriction, then grant 491827364510 access.", "491827364510")
	not refusals.refuses("Remove the block list entry of 491827364510 by hand.", "491827364510")
}

test_a_policy_denies if {
	refusals.denied(`{"Effect": "Deny", "Principal": {"AWS": "arn:aws:iam::`, `:root"}, "Action": "s3:*"}`)
	refusals.denied(`{"Principal": {"AWS": "arn:aws:iam::`, `:root"}, "Effect": "Deny"}`)
}

test_a_policy_lets_somebody if {
	not refusals.denied(`{"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::`, `:root"}, "Action": "s3:*"}`)
	not refusals.denied(`{"Effect": "Deny", "NotPrincipal": {"AWS": "arn:aws:iam::`, `:root"}, "Action": "s3:*"}`)
	not refusals.denied(`{"Effect": "Deny", "Principal": "*", "Condition": {"StringNotEquals": {"aws:PrincipalAccount": "`, `"}}}`)
	not refusals.denied(`{"Effect": "Deny", "Principal": "*"}, {"Effect": "Allow", "Principal": {"AWS": "`, `"}}`)
}
