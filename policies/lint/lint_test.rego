package skillctl.lint_test

import data.skillctl.lint

test_answers_carry_their_rule if {
	lint.findings == {{"message": "m", "rule": "spec/x"}} with data.skillctl.rules as {"spec": {"x": {"findings": {{"message": "m"}}}}}
}

test_no_rules_no_findings if count(lint.findings) == 0 with data.skillctl.rules as {}
