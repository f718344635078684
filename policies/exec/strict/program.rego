# Which programs may run: those that an entry of the allow-list names, builtins
# of the shell that do nothing outside of it, and safe programs.
package skillctl.exec.profiles.strict

inert := data.skillctl.tables.builtins.inert

# Commands that need a grant: all but assignments and redirects on their own,
# functions of this text, arithmetic, and what runs elsewhere.
needy := [command |
	some command in input.facts.commands
	not command.kind in {"none", "arithmetic"}
	command.role != "function"
	not command.context.elsewhere
]

# One object, made once: asked for by key it would be made for each command.
grants := {command.id: how |
	some command in needy
	how := grant(command)
}

ungranted := [command |
	some command in needy
	not grants[command.id]
]

grant(command) := "builtin" if {
	inert_builtin(command)
} else := "allowlist" if {
	named(command)
} else := "safe" if {
	safe(command)
} else := "read" if {
	only_reads(command)
}

inert_builtin(command) if {
	command.role == "builtin"
	command.name in inert
}

inert_builtin(command) if command.kind == "test"

# What declarations assign is judged as an assignment is: export A=1 is A=1 for all
# programs behind it. Options that do more, such as -f and -n, and lists of what there
# is are none.
inert_builtin(command) if {
	command.role == "builtin"
	command.name in {"export", "readonly", "declare", "typeset"}
	assigns_only(command)
}

assigns_only(command) if {
	words := words_of(command)
	some word in words
	regex.match(`^[A-Za-z_]`, word.prefix)
	every one in words {
		regex.match(`^([A-Za-z_][A-Za-z0-9_]*(\+?=|$)|-[rx]$|--$)`, one.prefix)
	}
}

# command -v says where a program is, and runs none.
inert_builtin(command) if {
	command.role == "builtin"
	command.name == "command"
	command.args[1].value in {"-v", "-V"}
}

objections contains object.union(
	{
		"grade": "hazard",
		"rule": "exec/strict/program",
		"message": sprintf("%s is not on the allow-list", [shown(command)]),
		"span": head_span(command),
		"setting": ["exec", "allowlist"],
		"candidates": entries_for(command),
	},
	besides(command),
) if {
	not file_tool
	some command in ungranted
	not nameless(command)
	count(undecided(command)) == 0
	count(near(command)) == 0
}

# What a hint says besides an entry: "hint" stands without one, "offered" before one. An
# entry for the program alone would be asked about its words next.
default besides(_) := {"offered": ""}

besides(command) := {"hint": hint_for(command), "offered": ""} if {
	count(entries_for(command)) == 0
} else := {"hint": sprintf("%s: write it without", [why]), "offered": sprintf("%s: write it without, or ", [why])} if {
	why := sprintf("%s %s", [command.base, unclassed_word(command).why])
} else := {"hint": hint_for(command), "offered": sprintf("%s; ", [hint_for(command)])} if {
	hint_for(command)
}

unclassed_word(command) := command.arguments.unclassed[0]

# An entry is for this program, but for other arguments.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%s is on the allow-list, but %s", [shown(command), unmatched(command, first.argPattern)]),
	"hint": "change argPattern",
	"offered": "change argPattern, or ",
	"candidates": entries_for(command),
	"span": head_span(command),
	"setting": ["exec", "allowlist", first.index, "argPattern"],
} if {
	some command in ungranted
	count(undecided(command)) == 0
	first := near(command)[0]
}

unmatched(command, pattern) := sprintf("its arguments %q do not match %q", [joined_arguments(command), pattern])

unmatched(command, pattern) := sprintf("its arguments are known only when it runs, and have to match %q", [pattern]) if {
	not joined_arguments(command)
}

# An entry is for this program, but its argPattern could not be compared with the
# arguments: denied, with the reason.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf(
		"%s is not allowed: skillctl could not compare its arguments with %q: %s",
		[shown(command), entry.argPattern, entry.why],
	),
	"hint": "simplify argPattern: avoid a repeat inside a repeat, such as (a+)+",
	"span": head_span(command),
	"setting": ["exec", "allowlist", entry.index, "argPattern"],
} if {
	some command in ungranted
	some entry in undecided(command)
}

# No allow-list entry and no person can allow an empty name.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/program",
	"message": "the name of the program is empty",
	"hint": "write the name of the program first",
	"span": head_span(command),
} if {
	some command in needy
	nameless(command)
}

nameless(command) if {
	is_string(command.name)
	trim_space(command.name) == ""
}

shown(command) := sprintf("%q", [command.name]) if {
	is_string(command.name)
	command.edge == "text"
}

shown(command) := sprintf("%q (run by %q)", [command.name, parent_name(command)]) if {
	is_string(command.name)
	command.edge != "text"
}

shown(command) := sprintf("%q (a name that is known only when it runs)", [command.text]) if not is_string(command.name)

parent_name(command) := input.facts.commands[command.parent].base if {
	command.parent >= 0
	input.facts.commands[command.parent].base != ""
}

parent_name(command) := command.via if command.parent < 0

parent_name(command) := command.via if {
	command.parent >= 0
	input.facts.commands[command.parent].base == ""
}

head_span(command) := command.args[0].span if count(command.args) > 0

head_span(command) := command.span if count(command.args) == 0

hint_for(command) := "this is one word, and so the name of one program: write its words apart, or give it as a command line (`skillctl exec -c`)" if {
	whole_line(command)
} else := sprintf("a variable in front of a command is for a shell: give it as a command line, `skillctl exec -c %s`, or put env in front", [line]) if {
	assigns_first(command)
	line := line_of(command)
} else := sprintf("an entry with a path may be for it, but %s", [what_is_unsaid]) if {
	count(unsaid) > 0
	some entry in others
	is_path(entry.pattern)
} else := sprintf("the entry %q allows only the bare name", [command.base]) if {
	command.base in bare
} else := sprintf("%s needs no entry while it only reads in the working directory, but %s", [command.base, why]) if {
	entry_for(command.name)
	why := first_why(command)
} else := "no allow-list entry can name only this program: rename it without *, ?, \\ and outer spaces" if {
	is_string(command.name)
	not entry_for(command.name)
} else := "write the name of the program literally" if {
	not is_string(command.name)
}

# The same words as one line, as far as a shell reads them as they are.
default line_of(_) := "'NAME=value COMMAND'"

line_of(command) := sprintf("'%s'", [concat(" ", [word.value | some word in command.args])]) if {
	every word in command.args { plain_word(word) }
}

# A variable in the place of a program.
assigns_first(command) if {
	input.facts.source.form == "argv"
	command.edge == "text"
	regex.match(`^[A-Za-z_][A-Za-z0-9_]*=`, command.name)
	not input.facts.programs[command.name].found
}

# A command line in the place of a program.
whole_line(command) if {
	input.facts.source.form == "argv"
	command.edge == "text"
	regex.match(`\S\s+\S`, command.name)
	not input.facts.programs[command.name].found
}
