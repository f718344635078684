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

comes_before(file, command) if substituted(file, command)

comes_before(_, command) if command.context.loop

comes_before(_, command) if command.context.function != ""

# What stands in place of a word runs before the command does, or beside it.
substituted(file, command) if {
	file.command > command.id
	some inner in input.facts.commands
	inner.parent == command.id
	inner.edge in {"substitution", "process"}
	inner.id in graph.reachable(parents, {file.command})
}

parents[entry.id] := {entry.parent} if some entry in input.facts.commands

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
	not of_containers(command)
	picks_up(patterns, file)
	not out_of_sight(file, command)
	not before_it(file, command)
}

# A folder for temporary files, of a program that stays out of it.
out_of_sight(file, command) if {
	file.tree
	startswith(file.path, "/tmp/")
	command.dir.known
	not startswith(command.dir.path, "/tmp")
	count([word | some word in words_of(command); mentions(word, "/tmp")]) == 0
}

mentions(word, part) if contains(word.text, part)

mentions(word, _) if not is_string(word.value)

# What git checks out has no repository in it where its own is; there may be one in a
# folder below.
before_it(file, command) if {
	file.path != ""
	object.get(file, "without", "") in command.arguments.files
	some folder in folder_of(command)
	not within_tree(folder, file.path)
}

within_tree(folder, tree) if {
	folder != tree
	not away(folder, tree)
}

# It is known to lie beside the tree, or around it.
away(folder, tree) if {
	regex.match(`^\.\./`, tree)
	not startswith(folder, "..")
	not regex.match(`^[/~]`, folder)
}

away(folder, tree) if {
	not regex.match(`^([/~]|\.)`, tree)
	not regex.match(`^([/~]|\.\.)`, folder)
	not startswith(folder, concat("", [tree, "/"]))
}

folder_of(command) := {shown_folder(command.dir.path)} if {
	command.dir.known
	count(object.get(command.dir, "or", [])) == 0
	count(entered(command)) == 0
}

folder_of(command) := {entered(command)[0]} if {
	command.dir.known
	command.dir.path == ""
	count(object.get(command.dir, "or", [])) == 0
	count(entered(command)) == 1
}

# The folders that options change to.
entered(command) := [spelled_out(place.target) |
	some place in command.arguments.places
	place.role == "folder"
]

spelled_out(word) := trim_prefix(trim_suffix(word.value, "/"), "./") if is_string(word.value)

# As the facts show the value of a variable of the environment.
spelled_out(word) := regex.replace(word.text, `^"?\$\{?([A-Za-z0-9_]+)\}?"?$`, "$$$1") if not is_string(word.value)

shown_folder("") := "."

shown_folder(path) := path if path != ""

there_before(file, command) if file.command < object.get(command, "of", command.id)

there_before(file, command) if substituted(file, command)

# What runs in the background, or again, may find what stands behind it.
there_before(file, command) if {
	command.context.background
	file.command != command.id
	not own_reading(file, command)
}

there_before(file, command) if {
	command.context.loop
	file.command != command.id
	not own_reading(file, command)
}

# Both are readings of one command, or one is a reading of the other: it runs once.
own_reading(file, command) if input.facts.commands[file.command].of == object.get(command, "of", command.id)

own_reading(file, command) if command.of == file.command

own_reading(file, command) if input.facts.commands[file.command].of in graph.reachable(parents, {command.id})

own_reading(file, command) if command.of in graph.reachable(parents, {file.command})

# What a program finds by itself: by its entry, or by the table of those without one.
found_by(command) := command.arguments.files if {
	is_array(command.arguments.files)
} else := builders.programs[tool_of(command)]

named_made(file) := file.path if file.path != ""

named_made(file) := file.text if file.path == ""

picks_up(_, file) if file.tree

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
tool_of(command) := command.interpreter.operand.value if {
	command.interpreter.mode == "module"
} else := command.base if {
	not is_module(command)
}

is_module(command) if command.interpreter.mode == "module"

# What is asked of containers that are there reads no file of the working directory.
of_containers(command) if {
	command.base in {"docker", "podman", "nerdctl"}
	command.arguments.sub[0] in {"ps", "logs", "inspect", "stop", "start", "restart", "kill", "rm", "images", "port", "stats", "top", "wait"}
}

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
	file.command < object.get(command, "of", command.id)
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
