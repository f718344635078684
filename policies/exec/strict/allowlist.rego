# Entries of the allow-list, and the commands that they name.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

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

# The entries for a program that did not let its arguments pass.
near(command) := [entry |
	some entry in others
	is_string(command.name)
	name_matches(entry.pattern, command)
]

undecided(command) := [object.union(entry, {"why": why}) |
	some entry in others
	entry.argPattern != ""
	is_string(command.name)
	name_matches(entry.pattern, command)
	joined := joined_arguments(command)
	why := ecmascript.match(entry.argPattern, joined).error
	why != ""
]
