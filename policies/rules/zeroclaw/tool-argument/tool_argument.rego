# METADATA
# title: Argument is put into the command unquoted
# description: >-
#   ZeroClaw puts the text of an argument in place of {{name}} without quoting it, so
#   whoever chooses the argument can add commands. A name that is not declared is filled
#   in all the same when a caller gives it.
# custom:
#   severity: medium
#   confidence: medium
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["tool-argument"]

import data.skillctl.lib.hosts
import data.skillctl.lib.text
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("{{%s}} is put into the command as it is: with the argument `x; id` it becomes %q", [name, text.clip(tool.probe, 120)]),
	"hint": "have the tool read the value from a file or from standard input, or accept that the model can run any command that the shell policy allows",
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.kind in zeroclaw.table.command_kinds
	some name in tool.placeholders
	name in tool.args
}

findings contains {
	"message": sprintf("{{%s}} is not declared under args: the model does not know it, and it stays in the command as written", [name]),
	"hint": sprintf("add %s under args with a description", [name]),
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"confidence": "high",
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.kind in zeroclaw.table.command_kinds
	some name in tool.placeholders
	not name in tool.args
}

findings contains {
	"message": sprintf("the argument %q is declared but not used in the command", [name]),
	"hint": sprintf("use {{%s}} in the command, or take the argument out", [name]),
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"confidence": "high",
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.kind in zeroclaw.table.command_kinds
	some name in tool.args
	not name in tool.placeholders
}

findings contains {
	"message": sprintf("the argument %q is both declared and locked: the value from the model is ignored", [name]),
	"hint": "take it out of args or out of locked_args",
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"confidence": "high",
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.kind in zeroclaw.table.targeted_kinds
	some name in tool.shadowed
}

findings contains {
	"message": sprintf("locked_args has no effect on a tool of kind %q", [tool.kind]),
	"hint": "write the values into the command",
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"confidence": "high",
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.kind in zeroclaw.table.tool_kinds
	not tool.kind in zeroclaw.table.targeted_kinds
	count(tool.locked) > 0
}
