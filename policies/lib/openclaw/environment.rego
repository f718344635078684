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

primary := input.skill.primaryEnv

# The variables that env of the entry has a value for.
named := object.keys(written)

# The one that the key goes into.
keyed contains primary if {
	in_use
	input.entry.apiKey
	primary != ""
}

# How each variable is written under env: more than one key may be of one name.
written[member.name] contains at if {
	in_use
	some at, member in input.entry.env
	not useless(member)
}

# What is under env goes before the key; of several members the last is taken.
setting(name) := place(["env", input.entry.env[max(written[name])].written]) if {
	written[name]
} else := place(["apiKey"])

# The members that are taken.
taken contains max(places) if some places in written

not_in_env(name) := false if {
	written[name]
} else := true

place(steps) := array.concat(["skills", "entries", input.entry.key], steps)

said(name) := reason if {
	reason := dropped(name, input.skill.declared)
} else := "its value holds a NUL character" if {
	some at in taken
	input.entry.env[at].name == name
	input.entry.env[at].nul
} else := ""

unused_members := [{"name": member.name, "setting": place(["env", member.written]), "dropped": reason} |
	in_use
	some at, member in input.entry.env
	reason := unused(at, member)
]

unused(_, member) := useless(member)

unused(at, member) := sprintf("env names %s again further down", [member.name]) if {
	not useless(member)
	not at in taken
}

unused_key := [{"name": "", "setting": place(["apiKey"]), "dropped": reason} |
	in_use
	input.entry.apiKey
	reason := homeless
]

# Why no variable is made of a member of env.
useless(member) := "it has no name" if {
	member.name == ""
} else := "its value is no text" if {
	not member.text
} else := "its value is empty" if {
	member.empty
}

# Why the key goes into no variable.
homeless := "the skill names no primaryEnv that it could go into" if {
	primary == ""
} else := sprintf("env of the entry sets %s itself", [primary]) if {
	written[primary]
}

# Why a variable is dropped. The declared names are those that the skill itself
# has in requires.env and primaryEnv.
dropped(name, declared) := why_blocked if {
	blocked(upper(name))
} else := reason if {
	reason := unsettable(name)
} else := "it looks like a secret, and the skill names it neither in requires.env nor in primaryEnv" if {
	secret(upper(name))
	not name in declared
}

# Names in capitals that look like those of secrets, or are known as such.
secret(name) if name in table.known

secret(name) if {
	some pattern in table.secrets
	regex.match(pattern, name)
}

# Why no agent could set it.
unsettable(name) := "the agent takes the name for one that is set: each of its objects has it" if {
	name in table.taken
} else := "no variable can have a = or a NUL character in its name" if {
	regex.match(`[=\x00]`, name)
}

why_blocked := "the agent blocks the name: variables like it change how programs load, where they connect, or as whom"

# Names in capitals that no skill may set.
blocked(name) if name in table.blocked

blocked(name) if strings.any_prefix_match(name, table.prefixes)

blocked(name) if {
	some pattern in table.patterns
	regex.match(pattern, name)
}
