# METADATA
# title: ZeroClaw renames the tool
# description: >-
#   ZeroClaw calls a tool SKILL__TOOL. Where that is longer than 64 bytes or has other
#   characters than letters, digits, _ and -, it is cut and a hash is added, and prose
#   that names the tool is wrong.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["tool-name"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("the model sees this tool as %q, because model providers do not accept the name %q", [tool.callable, tool.written]),
	"hint": sprintf("use letters, digits, `_` and `-` in the names of skill and tool, together at most %d characters", [zeroclaw.table.tool_name_bytes - 2]),
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	tool.callable != tool.written
}

findings contains {
	"message": sprintf("two tools have the name %q: one of them cannot be called", [tool.name]),
	"hint": "rename one of them",
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "medium", "low"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	some first in zeroclaw.facts.tools
	first.index < tool.index
	first.callable == tool.callable
}
