# The variables that a request sets, and those that a command inherits.
package skillctl.exec.profiles.openclaw

tables := data.skillctl.tables.openclaw_env

# Names of variables, and of Windows' own such as ProgramFiles(x86).
variable_name(key) if regex.match(`^[A-Za-z_][A-Za-z0-9_()]*$`, key)

# An empty pager, or cat, is let through and becomes "".
quiet_pager(key, value) if {
	tables.pagers.keys[key]
	value in tables.pagers.values
}

override_blocked(key) if key == "PATH"

override_blocked(key) if tables.blocked.keys[key]

override_blocked(key) if strings.any_prefix_match(key, tables.blocked.prefixes)

override_blocked(key) if tables.override.keys[key]

override_blocked(key) if strings.any_prefix_match(key, tables.override.prefixes)

override_blocked(key) if regex.match(tables.override.pattern, key)

# overrides says of each variable that a request sets whether it is blocked,
# invalid or accepted. A value that is no text is passed over.
overrides(all) := {
	"blocked": {upper(name) |
		some key, value in all
		is_string(value)
		name := trim_space(key)
		variable_name(name)
		override_judged(upper(name), value) == "blocked"
	},
	"invalid": {object.get({"": key}, name, name) |
		some key, value in all
		is_string(value)
		name := trim_space(key)
		not variable_name(name)
	},
	"accepted": {name: kept |
		some key, value in all
		is_string(value)
		name := trim_space(key)
		variable_name(name)
		override_judged(upper(name), value) == "accepted"
		kept := pager_value(upper(name), value)
	},
}

override_judged(key, value) := "own" if {
	key in tables.own
} else := "accepted" if {
	quiet_pager(key, value)
} else := "blocked" if {
	override_blocked(key)
} else := "accepted"

pager_value(key, value) := "" if quiet_pager(key, value)

pager_value(key, value) := value if not quiet_pager(key, value)

# What is left of the variables that a command inherits.
inherited(given) := {name: kept |
	some key, value in given
	is_string(value)
	name := trim_space(key)
	kept := inherited_value(upper(name), value)
}

inherited_value("GIT_ALLOW_PROTOCOL", value) := concat(":", [part |
	some part in split(value, ":")
	part in tables.git.protocols
])

inherited_value("GIT_PROTOCOL_FROM_USER", value) := "0" if truthy(value)

inherited_value("GIT_PROTOCOL_FROM_USER", value) := value if not truthy(value)

inherited_value(key, value) := value if {
	not key in {"GIT_ALLOW_PROTOCOL", "GIT_PROTOCOL_FROM_USER"}
	not tables.inherited.keys[key]
	not strings.any_prefix_match(key, tables.inherited.prefixes)
}

truthy(value) if lower(trim_space(value)) in {"true", "yes", "on"}

truthy(value) if {
	regex.match(`^[+-]?[0-9]+$`, trim_space(value))
	not regex.match(`^[+-]?0+$`, trim_space(value))
}

# What a request may set for a shell that is given a text.
shell_overrides(given) := {key: kept |
	accepted := overrides(given).accepted
	some key, kept in accepted
	shell_override(upper(key))
}

shell_override(key) if tables.shellAllowed.keys[key]

shell_override(key) if strings.any_prefix_match(key, tables.shellAllowed.prefixes)

shell_override(key) if tables.pagers.keys[key]

judged_environment := overrides(object.get(input.request, "env", {}))
