# METADATA
# title: Time limit has no effect
# description: >-
#   A tool of ZeroClaw has at least one second, and only commands have a limit of their
#   own.
# custom:
#   severity: low
#   confidence: high
#   locus: manifest
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["tool-timeout"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("timeout_secs = %d counts as %d", [tool.timeout, zeroclaw.timeout(tool)]),
	"hint": sprintf("write the seconds that the tool needs, or leave the key out for %d", [zeroclaw.table.tool_timeout_secs]),
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	is_number(tool.timeout)
	zeroclaw.timeout(tool) != tool.timeout
}

findings contains {
	"message": sprintf("timeout_secs has no effect on a tool of kind %q", [tool.kind]),
	"hint": "leave it out",
	"at": {"file": tool.file, "span": tool.span},
	"severity": hosts.severity({"zeroclaw"}, "low", "info"),
	"hosts": ["zeroclaw"],
} if {
	some tool in zeroclaw.facts.tools
	is_number(tool.timeout)
	tool.kind in zeroclaw.table.tool_kinds
	not tool.kind in zeroclaw.table.command_kinds
}
