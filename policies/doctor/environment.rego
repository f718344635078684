# Variables that the install policy of OpenClaw is started with.
package skillctl.doctor

import data.skillctl.lib.exec.environment
import data.skillctl.tables.openclaw_env

# Each is a fact; which of them make a program load other code is in the tables that the
# policies for commands go by.
is_variable(fact) if {
	fact.check == "install-policy/environment"
	fact.name
}

# What the check is worth by itself.
weights["install-policy/environment"] := {"fault": "high"}

# What a policy needs to find programs and files: whoever sets them for the agent has
# the agent already.
needed := {"PATH", "HOME"}

variable(key) := "low" if key in needed

variable(key) := "high" if {
	not key in needed
	loads(key)
}

variable(key) := "none" if {
	not key in needed
	not loads(key)
}

loads(key) if openclaw_env.blocked.keys[key]

loads(key) if strings.any_prefix_match(key, openclaw_env.blocked.prefixes)

loads(key) if environment.table.lookup[key]

loads(key) if environment.changes_code(key)
