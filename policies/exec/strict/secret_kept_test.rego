package skillctl.exec.profiles.strict_test

import data.skillctl.exec.profiles.strict

keeper_command := {"base": "op", "argv": ["op", "read", "op://a/b/c"], "id": 0, "stdin": {"from": []}, "args": [], "parent": -1, "edge": "text"}

test_keeps_a_secret if {
	count(strict.shown_secrets[0]) == 1 with input.facts.commands as [keeper_command]
}

test_lists_no_secret if {
	not strict.shown_secrets[0] with input.facts.commands as [object.union(keeper_command, {"argv": ["op", "vault", "list"]})]
}
