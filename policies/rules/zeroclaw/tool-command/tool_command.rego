# METADATA
# title: Tool has no command
# description: >-
#   ZeroClaw refuses a skill when an item of a list tools, in any TOML file, has no
#   command, or a space one for kind shell or script.
# custom:
#   severity: high
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["tool-command"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("tool %d (counted from 0) has no command that is a text: ZeroClaw refuses the skill, also where the kind needs none", [i]),
	"hint": `add command = "…"; for the kinds builtin and mcp any text will do`,
	"at": {"file": found.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	some found in zeroclaw.facts.toml
	some i, tool in found.tools
	tool.command == "missing"
}

findings contains {
	"message": sprintf("tool %d (counted from 0) of kind %q has an empty command: ZeroClaw refuses the skill", [i, tool.kind]),
	"hint": "write the command that the tool runs",
	"at": {"file": found.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "high", "low"),
	"hosts": ["zeroclaw"],
} if {
	some found in zeroclaw.facts.toml
	some i, tool in found.tools
	tool.command == "empty"
	lower(tool.kind) in zeroclaw.table.command_kinds
}
