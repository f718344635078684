package skillctl.rules.config["legacy-key_test"]

import data.skillctl.rules.config["legacy-key"] as rule

old(path) := {"config": {"kind": "openclaw", "violations": [{"code": "legacy-key", "path": path, "on": "key", "message": "old"}]}}

test_fires if {
	count(rule.findings) == 1 with input as old(["agents", "list"])
}

test_silent_where_another_rule_speaks if {
	count(rule.findings) == 0 with input as old(["agents", "entries", "a", "tools", "exec", "ask"])
}
