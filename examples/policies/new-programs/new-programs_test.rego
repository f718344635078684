package skillctl.user.install.new_programs_test

import data.skillctl.user.install.new_programs as policy

asked(programs) := {"facts": {
	"skills": [{"capabilities": {"programs": programs, "hosts": ["example.net"]}}],
	"lock": {"capabilities": {"programs": ["ls"], "hosts": ["example.net"]}},
}}

test_new_programs if count(policy.reasons) == 1 with input as asked(["curl", "ls"])

test_known_programs_pass if count(policy.reasons) == 0 with input as asked(["ls"])
