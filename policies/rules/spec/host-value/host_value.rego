# METADATA
# title: Value that an agent does not know
# description: >-
#   The agent reads the field but not this value: it goes on with its default, and
#   mostly does not say so.
# custom:
#   code: SPEC-021
#   severity: medium
#   confidence: high
#   locus: manifest
#   unit: skill
#   fix: none
package skillctl.rules.spec["host-value"]

import data.skillctl.lib.front
import data.skillctl.lib.hosts
import data.skillctl.lib.violations

codes := {"conflict", "enum", "legacy-key", "pattern", "range", "value"}

# Rules of their own speak about these.
elsewhere := {"name", "description", "metadata", "user-invocable", "disable-model-invocation", "compatibility"}

findings contains object.union(
	{
		"message": sprintf("%s: %s", [host, violation.message]),
		"at": {"path": violation.path, "on": violation.on},
		"hosts": [host],
		"severity": hosts.field_severity({host}, "medium", "low"),
	},
	{"hint": object.get(violation, "hint", sprintf("see what %s accepts there", [host]))},
) if {
	some {"host": host, "fault": violation} in violations.all
	violation.code in codes
	front.readable
	host in hosts.addressed({host})
	count(violation.path) > 0
	not violation.path[0] in elsewhere
	not startswith(violation.path[0], "command")
	not another_dialect(host, violation.path[0])
}

# An agent cannot object to the value of a field that it does not read.
another_dialect(host, key) if {
	readers := hosts.readers(key)
	not host in readers
}
