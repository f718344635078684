package skillctl.user.lint.require_licence_test

import data.skillctl.user.lint.require_licence as policy

asked(fields, paths) := {"skill": {"front": {"fields": fields}, "files": [{"path": path} | some path in paths]}}

test_none if count(policy.findings) == 1 with input as asked({}, ["SKILL.md"])

test_in_the_front_matter if count(policy.findings) == 0 with input as asked({"license": {"value": "MIT"}}, ["SKILL.md"])

test_as_a_file if count(policy.findings) == 0 with input as asked({}, ["SKILL.md", "LICENSE.txt"])
