# METADATA
# title: '`agent` has no effect without `context: fork`'
# description: >-
#   Claude uses `agent` only together with `context: fork`. Alone it is ignored,
#   and the skill runs in the conversation with all its tools.
# custom:
#   code: SPEC-021
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [claude]
#   fix: none
package skillctl.rules.spec["agent-without-fork"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

findings contains {
	"message": "`agent` has no effect without `context: fork`: claude runs the skill in the main conversation",
	"hint": "add the line `context: fork`, or delete `agent`",
	"at": {"path": ["agent"], "on": "key"},
	"severity": hosts.field_severity({"claude"}, "medium", "low"),
} if {
	front.fields.agent
	not forked
}

forked if front.text("context") == "fork"
