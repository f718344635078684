# METADATA
# title: Metadata is not a mapping of text to text
# description: >-
#   The specification requires `metadata` to map keys to text. Codex refuses a skill
#   whose metadata is not a mapping; YAML turns version numbers into numbers.
# custom:
#   code: SPEC-011
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [agentskills]
#   fix: none
package skillctl.rules.spec["metadata-type"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts

strict := {"agentskills", "codex"}

# Blocks that an agent wants as they are.
blocks := {"openclaw", "clawdbot"}

findings contains {
	"message": sprintf("`metadata` must be a mapping, but is a %s: %s the skill", [field.type, hosts.doing(hosts.concerned(strict), "refuse")]),
	"hint": "write each entry on a line of its own below `metadata:`, indented, as `key: text`",
	"at": {"path": ["metadata"]},
	"hosts": sort(hosts.concerned(strict)),
	"severity": hosts.severity(strict, "medium", "low"),
} if {
	field := front.fields.metadata
	not field.type in {"object", "null"}
	not held_by_openclaw
}

# OpenClaw also takes its block as JSON in a string.
held_by_openclaw if {
	front.fields.metadata.type == "string"
	hosts.selected == {"openclaw"}
}

findings contains {
	"message": sprintf("`metadata.%s` must be text, but YAML reads the number %v and drops trailing zeros", [key, value]),
	"hint": sprintf("put the value in quotes, as in `%s: \"1.10\"`", [key]),
	"at": {"path": ["metadata", key]},
	"severity": hosts.severity({"agentskills"}, "low", "info"),
} if {
	some key, value in front.fields.metadata.value
	is_number(value)
}

findings contains {
	"message": sprintf("`metadata.%s` is a %s; the specification wants text", [key, noun[type_name(value)]]),
	"hint": sprintf("write it as text in quotes, or leave it if only %s reads it", [reader(key)]),
	"at": {"path": ["metadata", key]},
	"severity": "low",
} if {
	"agentskills" in hosts.selected
	some key, value in front.fields.metadata.value
	type_name(value) in {"array", "boolean", "object"}
}

noun := {"array": "list", "boolean": "truth value", "object": "mapping"}

reader(key) := "openclaw" if key in blocks

reader(key) := "the agent it is for" if not key in blocks
