package skillctl.user.install.team_rules_test

import data.skillctl.user.install.team_rules as policy

asked(rule) := {"facts": {"skills": [{"findings": [{"rule": rule, "message": "x", "file": "SKILL.md", "line": 1}]}]}}

test_a_rule if count(policy.reasons) == 1 with input as asked("spec/license-missing")

test_a_category if count(policy.reasons) == 1 with input as asked("inj/any")

test_others_pass if count(policy.reasons) == 0 with input as asked("spec/name-vague")
