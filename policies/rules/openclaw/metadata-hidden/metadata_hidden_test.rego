package skillctl.rules.openclaw["metadata-hidden_test"]

import data.skillctl.rules.openclaw["metadata-hidden"] as rule

with_hidden(empty, gates) := {"skill": {"openclaw": {"metadata": {
	"state": "read",
	"block": "openclaw",
	"path": ["metadata", "openclaw"],
	"empty": empty,
	"gates": gates,
	"hidden": {"name": "clawdbot", "path": ["metadata", "clawdbot"], "gates": ["requires.bins"]},
}}}}

test_fires_when_the_empty_block_hides_gates if {
	found := rule.findings with input as with_hidden(true, [])
	count(found) == 1
	some finding in found
	finding.at == {"path": ["metadata", "clawdbot"], "on": "key"}
	contains(finding.related[0].message, "empty")
}

test_fires_when_the_block_lacks_a_gate if {
	count(rule.findings) == 1 with input as with_hidden(false, ["os"])
}

test_silent_when_the_block_has_the_same_gates if {
	count(rule.findings) == 0 with input as with_hidden(false, ["requires.bins"])
}

test_silent_without_a_second_block if {
	count(rule.findings) == 0 with input as {"skill": {"openclaw": {"metadata": {"state": "read", "gates": []}}}}
}
