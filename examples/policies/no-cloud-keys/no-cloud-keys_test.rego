package skillctl.user.install.no_cloud_keys_test

import data.skillctl.user.install.no_cloud_keys as policy

asked(paths, names) := {"facts": {"skills": [{"name": "pages", "capabilities": {"paths": paths, "environment": names}}]}}

test_folders if count(policy.reasons) == 1 with input as asked(["~/.aws/credentials"], [])

test_the_folder_itself if count(policy.reasons) == 1 with input as asked(["/home/me/.ssh"], [])

test_variables if count(policy.reasons) == 1 with input as asked([], ["AWS_SESSION_TOKEN"])

test_others_pass if count(policy.reasons) == 0 with input as asked(["~/.awsome"], ["HOME"])
