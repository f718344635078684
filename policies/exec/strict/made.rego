# Files that the command itself makes: what is run or picked up afterwards is code
# that nobody has seen.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

builders := data.skillctl.tables.builders

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("this command creates %q and then runs it", [shown_made(file, place)]),
	"hint": "create the file first and run it in another request, so that it can be checked in between",
	"span": head_span(command),
} if {
	some place in input.facts.places
	place.use == "run"
	command := input.facts.commands[place.command]
	not command.context.elsewhere
	some file in input.facts.made
	comes_before(file, command)
	same_file(file, place)
}

shown_made(_, place) := place.path if place.path != ""

shown_made(file, place) := file.text if place.path == ""

# What a loop or a function does may come before what stands in front of it.
comes_before(file, command) if file.command <= command.id

comes_before(_, command) if command.context.loop

comes_before(_, command) if command.context.function != ""

# Of two places that are not known to differ, one may be the other.
same_file(file, place) if {
	file.path == ""
	place.path != ""
}

same_file(file, place) if {
	place.path == ""
	file.path != ""
}

same_file(file, place) if file.path == place.path

same_file(file, place) if {
	contains(concat("", [file.path, place.path]), "*")
	glob.matches(file.path, place.path)
}

same_file(file, place) if {
	contains(place.path, "*")
	glob.matches(place.path, file.path)
}

same_file(file, place) if {
	file.tree
	below_tree(file.path, place.path)
}

below_tree(".", path) if not regex.match(`^([/~]|\.\.)`, path)

below_tree(tree, path) if startswith(path, concat("", [trim_suffix(tree, "/"), "/"]))

# Files in the working directory that a program reads automatically and that name
# what it runs: created by the same command, they are code that nobody has checked.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("this command creates %q, and %q runs the commands in it", [named_made(file), command.base]),
	"hint": "create the file first and use it in another request, so that it can be checked in between",
	"span": head_span(command),
} if {
	some file in input.facts.made
	some command in input.facts.commands
	there_before(file, command)
	patterns := found_by(command)
	count(patterns) > 0
	not command.context.elsewhere
	not informative(command)
	picks_up(patterns, file)
}

there_before(file, command) if file.command < command.id

# What runs in the background, or again, may find what stands behind it.
there_before(file, command) if {
	command.context.background
	file.command != command.id
}

there_before(file, command) if {
	command.context.loop
	file.command != command.id
}

# What a program finds by itself: by its entry, or by the table of those without one.
found_by(command) := command.arguments.files if {
	is_array(command.arguments.files)
} else := builders.programs[tool_of(command)]

named_made(file) := file.path if file.path != ""

named_made(file) := file.text if file.path == ""

picks_up(_, file) if {
	file.tree
	not startswith(file.path, "/tmp/")
}

picks_up(_, file) if file.path == ""

picks_up(patterns, file) if {
	name := file_name(file)
	some pattern in patterns
	contains(pattern, "*")
	glob.matches(pattern, name)
}

picks_up(patterns, file) if {
	name := file_name(file)
	contains(name, "*")
	some pattern in patterns
	glob.matches(name, pattern)
}

picks_up(patterns, file) if {
	some pattern in patterns
	contains(pattern, "/")
	endswith(concat("", ["/", file.path]), concat("", ["/", pattern]))
}

# Most patterns are names.
picks_up(patterns, file) if file_name(file) in patterns

file_name(file) := regex.replace(file.path, `^.*/`, "")

# python -m pytest is pytest.
tool_of(command) := command.interpreter.operand.value if command.interpreter.mode == "module"

tool_of(command) := command.base if not is_module(command)

is_module(command) if command.interpreter.mode == "module"

informative(command) if {
	some word in words_of(command)
	word.value in {"--version", "-V", "--help", "version"}
}

# A program of which nobody has said what it picks up may run whatever there is.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("this command creates %q, and it is not known whether %q runs it", [named_made(file), command.base]),
	"hint": "create the file first and use it in another request, so that it can be checked in between",
	"span": head_span(command),
} if {
	some file in input.facts.made
	not is_data(file)
	some command in needy
	file.command < command.id
	command.role == "program"
	command.edge != "remote"
	not picks_known(command)
	not informative(command)
}

picks_known(command) if found_by(command)

picks_known(command) if command.base in builders.none

picks_known(command) if readers.programs[command.base]

# Data by their names, and what is not in the working directory.
is_data(file) if {
	not file.tree
	regex.match(builders.data, lower(file.path))
}

is_data(file) if regex.match(`^(/|~|\.\.)`, file.path)
