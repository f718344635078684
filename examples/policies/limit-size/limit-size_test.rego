package skillctl.user.install.limit_size_test

import data.skillctl.user.install.limit_size as policy

asked(files, bytes) := {"facts": {"counts": {"files": files, "bytes": bytes}}}

test_small_ones_pass if count(policy.reasons) == 0 with input as asked(200, 1000)

test_many_files if {r.effect | some r in policy.reasons} == {"warn"} with input as asked(201, 1000)

test_many_bytes if {r.effect | some r in policy.reasons} == {"deny"} with input as asked(3, 5242881)
