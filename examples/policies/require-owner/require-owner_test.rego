package skillctl.user.lint.require_owner_test

import data.skillctl.user.lint.require_owner as policy

asked(metadata) := {"skill": {"front": {"fields": {"metadata": {"value": metadata}}}}}

test_none if count(policy.findings) == 1 with input as asked({})

test_an_empty_one if count(policy.findings) == 1 with input as asked({"owner": " "})

test_one if count(policy.findings) == 0 with input as asked({"owner": "team-docs"})
