# METADATA
# title: What agents obey of files
# description: What rules about settings, hooks and servers of agents share.
package skillctl.lib.obeyed

import data.skillctl.lib.addresses
import data.skillctl.lib.text
import data.skillctl.tables.agents as table

# The entries of some roles, with the file that they are in.
entries(roles) := [[part, entry] |
	some part in input.skill.agents
	some entry in part.entries
	entry.role in roles
]

# How an entry stands in the table.
known(entry) := table.keys[entry.keys].roles[entry.pattern]

client(part) := part.client if part.client != ""

client(part) := "an agent that loads the skill" if part.client == ""

# A file in a folder of a package is one that the package hands out: an agent obeys it
# only where somebody puts it.
weight(part, severity) := severity if applies(part)

weight(part, severity) := lesser[severity] if not applies(part)

applies(_) if input.skill.project

applies(part) if part.base == "."

lesser := {"high": "medium", "medium": "low", "low": "info", "info": "info"}

locus(part) := "manifest" if part.kind == "skill"

locus(part) := "config" if part.kind != "skill"

shown(value) := text.quoted(text.clip(value, 120)) if is_string(value)

shown(value) := json.marshal(value) if not is_string(value)

# Whose an address is.
whose(address) := "local" if {
	hosts := addresses.named(address)
	count(hosts) > 0
	every host in hosts {
		addresses.local(host)
	}
} else := "vendor" if {
	hosts := addresses.named(address)
	count(hosts) > 0
	every host in hosts {
		host in table.vendors
	}
	not startswith(lower(address), "http:")
} else := "stranger"
