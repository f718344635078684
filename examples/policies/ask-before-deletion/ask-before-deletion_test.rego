package skillctl.user.ask_before_deletion_test

import data.skillctl.user.ask_before_deletion as policy

asked(kind) := {"facts": {"commands": [{"text": "rm x", "writes": [{"kind": kind, "target": {"text": "x"}}]}]}}

test_files if count(policy.reasons) == 1 with input as asked("delete")

test_folders if count(policy.reasons) == 1 with input as asked("delete-tree")

test_writing_passes if count(policy.reasons) == 0 with input as asked("write")
