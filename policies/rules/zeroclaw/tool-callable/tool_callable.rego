# METADATA
# title: Tool is never offered to the model
# description: >-
#   ZeroClaw offers the model tools of five kinds, spelt in small letters; builtin and
#   mcp need a target. Others are loaded and never offered, silently.
# custom:
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["tool-callable"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("tool %q of kind %q is never offered: kinds are %s, in lower case", [tool.name, tool.kind, concat(", ", zeroclaw.table.tool_kinds)]),
	"hint": advice(tool.kind),
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	not zeroclaw.callable(tool)
	not tool.kind in zeroclaw.table.tool_kinds
}

findings contains {
	"message": sprintf("tool %q of kind %q has no target: ZeroClaw never offers it", [tool.name, tool.kind]),
	"hint": targets[tool.kind],
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	not zeroclaw.callable(tool)
	tool.kind in zeroclaw.table.tool_kinds
}

advice(kind) := sprintf("write kind = %q", [lower(kind)]) if lower(kind) in zeroclaw.table.tool_kinds

advice(kind) := "write one of these" if not lower(kind) in zeroclaw.table.tool_kinds

targets := {
	"builtin": `add target = "NAME" with the name of a built-in tool`,
	"mcp": `add target = "SERVER__TOOL"`,
}
