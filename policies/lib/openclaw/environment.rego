# METADATA
# title: Variables of a skill's entry
# description: >-
#   What OpenClaw 2026.9.6 makes of an entry of skills.entries: which variables it
#   sets for the skill, which it drops, and which parts of the entry no variable is
#   made of. No value is looked at.
package skillctl.lib.openclaw.environment

table := data.skillctl.tables.openclaw_skill_env

# METADATA
# title: What does the entry of a skill give it?
# description: >-
#   "variables" are those that the entry has a value for, sorted by their names;
#   "unused" is what no variable is made of, members of env in their order before
#   the key. Each says the path of its setting, and why it is not set: "" where it
#   is. "key" says of a variable that it is set to the key of the entry.
# entrypoint: true
answer := {"variables": variables, "unused": array.concat(unused_members, unused_key)}

variables := [variable |
	some name in sort(named | keyed)
	variable := {
		"name": name,
		"setting": setting(name),
		"key": not_in_env(name),
		"dropped": said(name),
	}
]

# An entry that is switched off gives nothing, and nothing is said of it.
in_use if not input.entry.enabled == false

primary := trim_space(input.skill.primary_env)

# The variables that env of the entry has a value for.
named := object.keys(written)

# The one that the key goes into.
keyed contains primary if {
	in_use
	input.entry.api_key
	primary != ""
}

# How each variable is written under env: more than one key may be of one name.
written[trim_space(member.written)] contains member.written if {
	in_use
	some member in input.entry.env
	not useless(member)
}

# What is under env goes before the key; of several members the first by its
# writing is taken.
setting(name) := place(["env", min(written[name])]) if {
	written[name]
} else := place(["apiKey"])

not_in_env(name) := false if {
	written[name]
} else := true

place(steps) := array.concat(["skills", "entries", input.entry.key], steps)

said(name) := reason if {
	reason := dropped(name, input.skill.declared)
} else := ""

unused_members := [{"name": trim_space(member.written), "setting": place(["env", member.written]), "dropped": reason} |
	in_use
	some member in input.entry.env
	reason := useless(member)
]

unused_key := [{"name": "", "setting": place(["apiKey"]), "dropped": reason} |
	in_use
	input.entry.api_key
	reason := homeless
]

# Why no variable is made of a member of env.
useless(member) := "it has no name" if {
	trim_space(member.written) == ""
} else := "its value is no text" if {
	not member.text
} else := "its value is empty" if {
	member.blank
}

# Why the key goes into no variable.
homeless := "the skill names no primaryEnv that it could go into" if {
	primary == ""
} else := sprintf("env of the entry sets %s itself", [primary]) if {
	written[primary]
}

# Why a variable is dropped. The declared names are those that the skill itself
# has in requires.env and primaryEnv.
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
