# METADATA
# title: What agents obey of files
# description: What rules about settings, hooks and servers of agents share.
package skillctl.lib.obeyed

import data.skillctl.lib.addresses
import data.skillctl.lib.agents
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.provisions
import data.skillctl.lib.text
import data.skillctl.tables.agents as table

# The entries of some roles, with the file that they are in.
entries(roles) := [[part, entry] |
	some part in parts
	some entry in part.entries
	entry.role in roles
]

# Files that agents obey by their names, and settings that the skill has put into one.
parts := array.concat(input.skill.agents, [part |
	some part in object.get(input.skill, "laid", [])
	not refused(part)
])

laid(part) := object.get(part, "laid", "")

# How an entry stands in the table.
known(entry) := table.keys[entry.keys].roles[entry.pattern]

client(part) := part.client if part.client != ""

client(part) := "an agent that loads the skill" if part.client == ""

# A file in a folder of a package is one that the package hands out: an agent obeys it
# only where somebody puts it. Of settings that a text shows what is worst is told alone.
weight(part, severity) := severity if {
	laid(part) == ""
	applies(part)
} else := lesser[severity] if {
	laid(part) == ""
} else := severity if {
	laid(part) != ""
	severity == "high"
	put(part)
	not agents.purpose
	not commands.aside(part.file)
} else := "medium" if {
	laid(part) != ""
	severity == "high"
}

applies(_) if input.skill.project

applies(part) if part.base == "."

applies(part) if {
	laid(part) != ""
	put(part)
}

# Somebody, or a program, puts it where an agent obeys it. A program that has settings as a
# literal is there to write them.
put(part) if laid(part) == "code"

put(part) if {
	laid(part) == "file"
	provisions.taken_over(part)
}

put(part) if {
	laid(part) == "block"
	provisions.puts(object.get(part, "lead", ""))
}

# What the text shows as something not to be done, or as what it looks for.
refused(part) if provisions.forbids(object.get(part, "lead", ""))

refused(part) if {
	commands.about_attacks
	not put_by_order(part)
}

put_by_order(part) if {
	laid(part) == "block"
	commands.has_run(object.get(part, "lead", ""))
}

# An address that the skill is for, or that stands for one which the user puts in.
meant(address) if {
	hosts := addresses.named(address)
	count(hosts) > 0
	every host in hosts {
		of_skill(host)
	}
}

lesser := {"high": "medium", "medium": "low", "low": "info", "info": "info"}

locus(part) := "manifest" if {
	part.kind == "skill"
} else := commands.locus(part.file) if {
	laid(part) != ""
} else := "config"

shown(value) := text.quoted(text.clip(value, 120)) if is_string(value)

shown(value) := json.marshal(value) if not is_string(value)

of_skill(host) if destinations.placeholder(host)

of_skill(host) if destinations.relation(host) in {"declared", "linked", "local"}

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
