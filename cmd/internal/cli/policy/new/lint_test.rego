package skillctl.user.lint.PACKAGE_test

import data.skillctl.user.lint.PACKAGE as policy

asked(metadata) := {"kind": "skill", "skill": {"front": {"fields": {"metadata": {"value": metadata}}}}}

test_it_is_missing if count(policy.findings) == 1 with input as asked({})

test_it_is_there if count(policy.findings) == 0 with input as asked({policy.wanted: "team-docs"})

test_no_front_matter if count(policy.findings) == 1 with input as {"kind": "skill", "skill": {"front": {"fields": {}}}}
