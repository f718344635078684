# METADATA
# title: Variables of a skill's entry
# description: >-
#   What OpenClaw 2026.9.6 drops of the variables that an entry of skills.entries
#   names. No value is looked at.
package skillctl.lib.openclaw.environment

table := data.skillctl.tables.openclaw_skill_env

# answers says of each of input.variables why it is dropped; those that are set
# are not in it. input.declared are the names that the skill itself has in
# requires.env and primaryEnv.
answers := {name: reason |
	some name in input.variables
	reason := dropped(name, input.declared)
}

# Why a variable is dropped.
dropped(name, declared) := "it can change how programs load, or where they connect" if {
	blocked(upper(name))
} else := "it is not a portable name" if {
	not regex.match(`^[A-Za-z_][A-Za-z0-9_]*$`, name)
}

else := "it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv" if {
	some pattern in table.secrets
	regex.match(pattern, upper(name))
	not name in declared
}

# Names in capitals that can change how programs load, or where they connect.
blocked(name) if name in table.blocked

blocked(name) if strings.any_prefix_match(name, table.prefixes)

blocked(name) if {
	some pattern in table.patterns
	regex.match(pattern, name)
}
