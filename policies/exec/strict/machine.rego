# Programs that change the machine, or that somebody else can change, and signals to what
# nobody named.
package skillctl.exec.profiles.strict

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

# Programs that give more rights than the user has: no entry of the allow-list is meant for
# what they run, so that the rule is one of its own.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/privilege",
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
