# Which programs may run: those that an entry of the allow-list names, builtins
# of the shell that do nothing outside of it, and safe programs.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

inert := data.skillctl.tables.builtins.inert

allowlist := object.get(settings, "allowlist", [])

# Names that are matched literally, the usual entry. A list of nothing else is
# tested as a whole, which is much faster.
bare := {raw | some raw in allowlist} if {
	regex.match(`^\[("[^/~\\*?\s"]*"(,"[^/~\\*?\s"]*")*)?\]$`, json.marshal(allowlist))
} else := {raw |
	some raw in allowlist
	is_string(raw)
	not regex.match(`[/~\\*?\s]`, raw)
}

# All others have to be looked at one by one.
others := [entry |
	count(bare) < count(allowlist)
	some i, raw in allowlist
	not raw in bare
	entry := object.union({"index": i, "argPattern": "", "anyArguments": false}, as_entry(raw))
]

as_entry(raw) := {"pattern": trim_space(raw)} if is_string(raw)

as_entry(raw) := object.union(raw, {"pattern": trim_space(raw.pattern)}) if is_object(raw)

is_path(pattern) if regex.match(`[/~\\]`, pattern)

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

named(command) if command.name in bare

named(command) if {
	not command.name in bare
	is_string(command.name)
	some entry in others
	name_matches(entry.pattern, command)
	arguments_match(entry.argPattern, command)
}

# An entry grants the program whatever its words are.
any_arguments(command) if {
	some entry in others
	entry.anyArguments
	name_matches(entry.pattern, command)
	arguments_match(entry.argPattern, command)
}

# A bare name is what was typed; a builtin has no path.
name_matches(pattern, command) if {
	not is_path(pattern)
	not is_path(command.name)
	glob.matches(pattern, command.name)
}

name_matches(pattern, command) if {
	is_path(pattern)
	command.role == "program"
	some path in paths_of(command)
	glob.matches(absolute(pattern), path)
}

# Where the program is: as found, and with links resolved.
paths_of(command) := {path |
	program := input.facts.programs[command.name]
	some path in array.concat([program.path, program.real], object.get(program, "also", []))
	path != ""
}

absolute(pattern) := pattern if {
	startswith(pattern, "/")
} else := concat("", [home, substring(pattern, 1, -1)]) if {
	startswith(pattern, "~/")
	home := variable("HOME")
	startswith(home, "/")
} else := joined if {
	not startswith(pattern, "/")
	not startswith(pattern, "~")
	joined := concat("/", [trim_suffix(input.request.cwd, "/"), trim_prefix(pattern, "./")])
}

variable(name) := value if {
	value := object.get(input.request, ["env", name], object.get(input.request, ["inherited", name], ""))
}

arguments_match("", _)

# The arguments joined by one space; all of them must be known.
arguments_match(pattern, command) if {
	pattern != ""
	ecmascript.match(pattern, joined_arguments(command)).match
}

joined_arguments(command) := concat(" ", [word.value | some word in rest]) if {
	rest := array.slice(command.args, 1, count(command.args))
	every word in rest {
		settled(word)
	}
}

settled(word) if {
	word.value != null
	not word.glob
	not word.tilde
	not word.brace
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%s is not on the allow-list", [shown(command)]),
	"hint": hint_for(command),
	"span": head_span(command),
	"setting": ["exec", "allowlist"],
	"wider": "",
} if {
	not file_tool
	some command in ungranted
	not nameless(command)
	count(undecided(command)) == 0
	count(near(command)) == 0
	not unclassed_word(command)
}

# An entry for the program would be asked about its words next.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%s is not on the allow-list", [shown(command)]),
	"hint": sprintf("%s; then %s %s: write it without", [hint_for(command), command.base, unclassed_word(command).why]),
	"span": head_span(command),
	"setting": ["exec", "allowlist"],
	"wider": any_of(command),
} if {
	not file_tool
	some command in ungranted
	not nameless(command)
	count(undecided(command)) == 0
	count(near(command)) == 0
	unclassed_word(command)
}

unclassed_word(command) := command.arguments.unclassed[0]

# An entry is for this program, but for other arguments.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%s is on the allow-list, but %s", [shown(command), unmatched(command, first.argPattern)]),
	"hint": hint_for_arguments(command),
	"wider": any_of(command),
	"span": head_span(command),
	"setting": ["exec", "allowlist", first.index, "argPattern"],
} if {
	some command in ungranted
	count(undecided(command)) == 0
	first := near(command)[0]
}

# The entries for a program that did not let its arguments pass.
near(command) := [entry |
	some entry in others
	is_string(command.name)
	name_matches(entry.pattern, command)
]

unmatched(command, pattern) := sprintf("its arguments %q do not match %q", [joined_arguments(command), pattern])

unmatched(command, pattern) := sprintf("its arguments are known only when it runs, and have to match %q", [pattern]) if {
	not joined_arguments(command)
}

hint_for_arguments(command) := "change argPattern" if {
	plain_name(command.name)
} else := "change argPattern, or add an entry without one"

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

undecided(command) := [object.union(entry, {"why": why}) |
	some entry in others
	entry.argPattern != ""
	is_string(command.name)
	name_matches(entry.pattern, command)
	joined := joined_arguments(command)
	why := ecmascript.match(entry.argPattern, joined).error
	why != ""
]

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
} else := sprintf("an entry with a path may be for it, but %s", [what_is_unsaid]) if {
	count(unsaid) > 0
	some entry in others
	is_path(entry.pattern)
} else := sprintf("the entry %q allows only the bare name; %s", [command.base, how_to_allow(command.name)]) if {
	command.base in bare
} else := sprintf("%s needs no entry while it only reads in the working directory, but %s; %s", [command.base, first_why(command), how_to_allow(command.name)]) if {
	entry_for(command.name)
} else := how_to_allow(command.name) if {
	entry_for(command.name)
} else := "no allow-list entry can name only this program: rename it without *, ?, \\ and outer spaces" if {
	is_string(command.name)
} else := "write the name of the program literally"

# A command line in the place of a program.
whole_line(command) if {
	input.facts.source.form == "argv"
	command.edge == "text"
	regex.match(`\S\s+\S`, command.name)
	not input.facts.programs[command.name].found
}

how_to_allow(name) := sprintf("run `skillctl allow %s` to allow it here", [name]) if {
	plain_name(name)
} else := sprintf("add %q to exec.allowlist to allow it", [name])

# Names that a shell reads as they are.
plain_name(name) if regex.match(`^[A-Za-z0-9_@%+:,./][A-Za-z0-9_@%+:,./-]*$`, name)

# Names that an entry of the allow-list can stand for as they are: it would not
# be read as a pattern for others.
entry_for(name) if {
	is_string(name)
	not regex.match(`[*?\\]|^~|^\s|\s$`, name)
}

# A program that anybody can replace.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("every user of this machine can replace the program %q (mode %s)", [program.path, program.mode]),
	"hint": sprintf("run `chmod o-w %s`, and check the mode of its folder", [program.path]),
	"span": head_span(command),
} if {
	some command in needy
	program := input.facts.programs[command.name]
	program.worldWritable
	program.found
}

# A program that is found in the working directory.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q is found through an entry of PATH that is not an absolute path", [command.name]),
	"hint": "remove empty entries and those without a leading slash from PATH",
	"span": head_span(command),
} if {
	relative_path
	some command in needy
	program := input.facts.programs[command.name]
	program.how == "search"
	startswith(program.path, concat("", [trim_suffix(input.request.cwd, "/"), "/"]))
}

relative_path if regex.match(`(^|:)([^/]|$)`, variable("PATH"))

# Programs that give more rights than the user has.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q runs commands with the rights of another user", [command.base]),
	"hint": "run it yourself, or remove it from the command",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	command.carries == "privilege"
}

# Programs that change the machine itself.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q %s", [command.base, critical.why]),
	"hint": "run it yourself",
	"span": head_span(command),
} if {
	some command in needy
	not object.get(command, "own", false)
	critical := data.skillctl.tables.critical.programs[command.base]
	not excused(critical, command)
}

excused(critical, command) if {
	some word in command.args
	word.value in critical.unless
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q with %q changes the machine", [command.base, word.value]),
	"hint": "run it yourself",
	"span": word.span,
} if {
	some command in needy
	grave := data.skillctl.tables.critical.arguments[command.base]
	some word in command.args
	word.value in grave
}

# Signals to every process, or to what started this one.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q sends a signal to processes that it does not name", [command.text]),
	"hint": "give the id of one process",
	"span": word.span,
} if {
	some command in needy
	command.base in data.skillctl.tables.critical.signals.programs
	some i, word in command.args
	i > 0
	everybody(i, word, command)
}

everybody(i, word, _) if {
	i > 1
	word.value in data.skillctl.tables.critical.signals.targets
}

everybody(1, word, command) if {
	word.value in {"0", "1"}
	count(command.args) == 2
}

everybody(_, word, _) if {
	some parameter in word.params
	parameter in data.skillctl.tables.critical.signals.parameters
}

# Processes by pattern: a name is wanted, not everything of a user or terminal.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("%q ends processes without naming their program", [command.text]),
	"hint": "name the program whose processes should end",
	"span": head_span(command),
} if {
	some command in needy
	command.base in patterns.programs
	sweeping(command)
}

patterns := data.skillctl.tables.critical.patterns

sweeping(command) if {
	some word in words_of(command)
	regex.match(patterns.inverse, word.prefix)
}

sweeping(command) if {
	not informs(command)
	names := [word |
		some i, word in command.args
		i > 0
		not startswith(word.prefix, "-")
		not command.args[i - 1].value in patterns.values
		telling(word)
	]
	count(names) == 0
}

telling(word) if word.value == null

telling(word) if {
	is_string(word.value)
	regex.match(patterns.plain, word.value)
}

informs(command) if {
	some word in words_of(command)
	word.value in {"-l", "--list", "-V", "--version", "-h", "--help", "-L"}
}

# Functions that replace a command, or that start themselves without end.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("the function %q replaces a command", [fn.name]),
	"hint": "give the function another name",
	"span": fn.span,
} if {
	some fn in input.facts.functions
	stands_in(fn)
}

stands_in(fn) if fn.kind == "alias"

stands_in(fn) if fn.name in inert

stands_in(fn) if fn.name in data.skillctl.tables.builtins.bash

stands_in(fn) if not regex.match(`^[A-Za-z_][A-Za-z0-9_.:-]*$`, fn.name)

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("the function %q starts itself in the background or in a pipe, again and again", [command.context.function]),
	"hint": "remove the recursion",
	"span": command.span,
} if {
	some command in input.facts.commands
	command.role == "function"
	command.context.function == command.name
	breeds(command.context)
}

breeds(context) if context.background

breeds(context) if context.pipes > 1
