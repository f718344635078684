package skillctl.user.install.network_when_signed_test

import data.skillctl.user.install.network_when_signed as policy

asked(state, hosts) := {"facts": {"trust": {"state": state}, "skills": [{"name": "pages", "capabilities": {"hosts": hosts}}]}}

test_unsigned_with_hosts if count(policy.reasons) == 1 with input as asked("unsigned", ["example.net"])

test_signed_with_hosts if count(policy.reasons) == 0 with input as asked("verified", ["example.net"])

test_unsigned_without_hosts if count(policy.reasons) == 0 with input as asked("unsigned", [])
