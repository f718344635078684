# What the environment holds, as the text takes it or has it printed. In a boundary a
# command has the variables that the operator passes on; outside of it, those of the user,
# keys among them. Which names say nothing secret is in tables/variables.json.
package skillctl.exec.profiles.strict

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/variable",
	"message": sprintf("%q takes the value of %q, %s", [use.text, use.name, why]),
	"hint": name_in_settings,
	"span": use.span,
	"setting": ["run", "env"],
} if {
	unenclosed
	some use in uses_outside
	why := kept_back(use.name)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/variable",
	"message": sprintf("which variable of the environment %q takes is known only when it runs", [use.text]),
	"hint": "write the name of the variable",
	"span": use.span,
} if {
	unenclosed
	some use in uses_outside
	use.name == null
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/variable",
	"message": sprintf("%q prints the value of %q, %s", [command.base, name, why]),
	"hint": name_in_settings,
	"span": head_span(command),
	"setting": ["run", "env"],
} if {
	unenclosed
	some command in here
	some name in printed(command)
	why := kept_back(name)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/variable",
	"message": sprintf("which variables %q prints is known only when it runs", [command.base]),
	"hint": "write the names of the variables",
	"span": head_span(command),
} if {
	unenclosed
	some command in here
	some name in printed(command)
	name == null
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/variable",
	"message": sprintf("%q prints all variables of the environment, which may hold secrets", [command.base]),
	"hint": "name the variable that is wanted",
	"span": head_span(command),
} if {
	some command in here
	prints_environment(command)
	not picked_from(command)
}

name_in_settings := "run it in a boundary (hook.enclose of the settings), or name the variable in run.env of the settings"

# Whoever asks starts the command outside of every boundary.
unenclosed if input.request.enclosed == false

uses_outside := [use |
	some use in object.get(input.facts, "uses", [])
	not use.set
	not looked_at(use)
	not input.facts.commands[use.command].context.elsewhere
]

# A shell that shows what it does shows the values, too.
looked_at(use) if {
	use.tested
	not traced
}

traced if {
	some command in input.facts.commands
	command.base in {"set", "bash", "sh", "dash", "ksh", "zsh"}
	some word in words_of(command)
	regex.match(`^-[A-Za-z]*x|^xtrace$`, word.prefix)
}

# Why the value of a variable is not for everybody to see.
kept_back(name) := "which may be a secret, and the command runs outside of every boundary" if {
	secret_variable(name)
	not passed_name(name)
} else := "a variable of the environment of which nobody says what it holds" if {
	is_string(name)
	object.get(input.request, "inherited", {})[name]
	not passed_name(name)
	not plain_variable(name)
}

# What a command in the boundary would have.
passed_name(name) if {
	some pattern in array.concat(data.skillctl.tables.boundary.pass, object.get(object.get(input.settings, "run", {}), "env", []))
	fits_name(pattern, name)
}

fits_name(pattern, name) if pattern == name

fits_name(pattern, name) if {
	endswith(pattern, "*")
	startswith(name, trim_suffix(pattern, "*"))
}

plain_variable(name) if name in data.skillctl.tables.variables.names

plain_variable(name) if strings.any_prefix_match(name, data.skillctl.tables.variables.prefixes)

plain_variable(name) if strings.any_suffix_match(name, data.skillctl.tables.variables.suffixes)

here := [command |
	some command in input.facts.commands
	not command.context.elsewhere
]

# The variables that a command prints by their names; null is one that is not known.
printed(command) := {word.value |
	some word in words_of(command)
	not startswith(word.prefix, "-")
} if {
	command.base == "printenv"
} else := {word.value |
	some word in words_of(command)
	not startswith(word.prefix, "-")
	not startswith(word.prefix, "+")
} if {
	declares(command)
	some word in words_of(command)
	regex.match(`^-[A-Za-z]*p`, word.prefix)
} else := {name |
	some found in regex.find_all_string_submatch_n(`\$\{?([A-Za-z_][A-Za-z0-9_]*)`, word.value, -1)
	name := found[1]
} if {
	# What it puts in the place of names: those of its first operand.
	command.base == "envsubst"
	word := shell_format(command)
	is_string(word.value)
} else := {null} if {
	command.base == "envsubst"
	shell_format(command).value == null
}

shell_format(command) := [word |
	some word in words_of(command)
	not startswith(word.prefix, "-")
][0]

declares(command) if command.base in {"declare", "typeset", "export", "local", "readonly"}

prints_environment(command) if {
	command.base in {"printenv", "set", "export"}
	count([word | some word in words_of(command); not word.value in {"-0", "--null", "-p"}]) == 0
}

# Where it runs nothing, env prints.
prints_environment(command) if {
	command.base == "env"
	not runs_another(command)
	every word in words_of(command) {
		not word.value in {"-", "-i", "--ignore-environment", "--help", "--version"}
	}
}

prints_environment(command) if {
	command.base in {"declare", "typeset"}
	every word in words_of(command) {
		startswith(word.prefix, "-")
		not regex.match(`^-[A-Za-z]*[fF]`, word.prefix)
	}
}

prints_environment(command) if {
	unenclosed
	command.base == "envsubst"
	not shell_format(command)
	every word in words_of(command) {
		not word.value in {"-h", "--help", "-V", "--version"}
	}
}

# Letters without a sign, of which "e" is the environment; but not the value of an option
# before it.
prints_environment(command) if {
	unenclosed
	command.base == "ps"
	some i, word in command.args
	i > 0
	may_be(`^[A-Za-z]*e[A-Za-z]*$`, word)
	not takes_next(command, i)
}

may_be(pattern, word) if {
	is_string(word.value)
	regex.match(pattern, word.value)
}

may_be(_, word) if word.value == null

takes_next(command, i) if {
	i > 1
	regex.match(`^-.*[oOpqstuUCgGk]$|^--[a-zA-Z-]+$|^[A-Za-z]*[oOpqtUkN]$`, command.args[i - 1].prefix)
}

runs_another(command) if {
	some child in input.facts.commands
	child.parent == command.id
	not child.edge in {"substitution", "process"}
}

# A search for some of them, or their number.
picked_from(command) if {
	some reader in input.facts.commands
	command.id in reader.stdin.from
	reader.context.pipe == command.context.pipe + 1
	picks(reader)
}

picks(reader) if {
	not unenclosed
	reader.base in {"grep", "egrep", "fgrep", "rg"}
	every word in words_of(reader) {
		not regex.match(`^(--inv|-[a-zA-Z]*v)`, word.prefix)
		some_letters(word)
	}
}

# Those of one name, which is known.
picks(reader) if {
	unenclosed
	reader.base in {"grep", "egrep", "rg"}
	words := words_of(reader)
	count(words) == 1
	is_string(words[0].value)
	found := regex.find_all_string_submatch_n(`^\^([A-Za-z_][A-Za-z0-9_]*)=`, words[0].value, 1)
	not kept_back(found[0][1])
}

picks(reader) if reader.base == "wc"

some_letters(word) if startswith(word.prefix, "-")

some_letters(word) if regex.match(`[A-Za-z]{3}`, word.prefix)
