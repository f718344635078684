package skillctl.user.install.PACKAGE_test

import data.skillctl.user.install.PACKAGE as policy

asked(hosts) := {"kind": "install", "facts": {"skills": [{"name": "pages", "capabilities": {"hosts": hosts}}]}}

test_unknown_hosts_are_denied if count(policy.reasons) == 1 with input as asked(["example.net"])

test_known_hosts_pass if count(policy.reasons) == 0 with input as asked([host | some host in policy.known])

test_a_skill_without_hosts_passes if count(policy.reasons) == 0 with input as asked([])
