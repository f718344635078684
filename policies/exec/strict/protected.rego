# Files that no command may change: the settings of skillctl that were read, and what
# the operator has protected. Other rules know files by their names; these are there.
package skillctl.exec.profiles.strict

import data.skillctl.exec.boundary
import data.skillctl.lib.exec.glob

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q changes %q, which is protected", [text, shown_here(file)]),
	"hint": "name the files that are meant, and leave this one out",
	"span": at,
	"general": true,
} if {
	some [file, text, at] in touched
}

shown_here(file) := trim_prefix(file, concat("", [trim_suffix(input.request.cwd, "/"), "/"]))

# A word that says which file, or the folder that it is in.
touched contains [file, write.target.text, write.span] if {
	some file in boundary.kept_here
	some [command, write] in writes
	write.kind in changing
	not command.base in finders
	place := target_of(write)
	is_string(place)
	some full in homely(place, command.dir)
	covers(write.kind, full, file)
}

# What find deletes has the name that its test says: it is a place of its own.
finders := {"find", "gfind", "bfs"}

# A pattern, or a place that the word does not show.
touched contains [file, spot.place.text, spot.place.span] if {
	some file in boundary.kept_here
	some spot in spots
	spot.place.use in (changing | {"redirect"})
	not by_finder(spot)
	covers(spot.place.use, spot.full, file)
}

touched contains [file, spot.place.text, spot.place.span] if {
	some file in boundary.kept_here
	some spot in spots
	by_finder(spot)
	spot.place.use in changing
	glob.matches(replace(spot.full, "/*/", "/**"), file)
}

by_finder(spot) if input.facts.commands[spot.place.command].base in finders

# What git puts back, or takes away, where nothing says which files.
touched contains [file, command.text, head_span(command)] if {
	some file in boundary.kept_here
	some command in needy
	command.base == "git"
	puts_back(command)
	not says_which(command)
	below(file, git_root(command))
}

touched contains [file, word.text, word.span] if {
	some file in boundary.kept_here
	some command in needy
	command.base == "git"
	takes_paths(command)
	some word in words_of(command)
	some full in pathspec(word, command)
	covers("delete-tree", full, file)
}

covers(_, full, file) if glob.matches(full, file)

covers(kind, full, file) if {
	kind in {"delete", "delete-tree", "mode-tree"}
	some folder in above(file)
	glob.matches(full, folder)
}

git_root(_) := input.machine.repository if {
	input.machine.repository != ""
} else := input.request.cwd if {
	object.get(input.machine, "repository", "") == ""
}

# What stands in the history of the project is what its people agreed on, so that to
# change to another branch, or to take what is new, is no such thing: a boundary keeps
# the file meanwhile. To throw away what is there is one.
puts_back(command) if {
	command.arguments.sub in {["stash"], ["stash", "push"], ["stash", "save"]}
}

puts_back(command) if {
	command.arguments.sub in {["checkout"], ["switch"], ["reset"], ["clean"]}
	"deletes" in command.arguments.effects
}

puts_back(command) if {
	command.arguments.sub in {["reset"], ["checkout"], ["restore"]}
	some word in words_of(command)
	regex.match(`^--(merge|keep|pathspec-from-file)(=|$)`, word.prefix)
}

# Of restore and reset, only what they do to the work tree.
takes_paths(command) if command.arguments.sub in {["clean"], ["rm"]}

takes_paths(command) if {
	command.arguments.sub in {["checkout"], ["restore"], ["stash"], ["stash", "push"]}
	some file in input.facts.made
	file.command == command.id
	file.tree
}

# Operands of clean and of stash are paths alone.
says_which(command) if {
	command.arguments.sub in {["clean"], ["stash"], ["stash", "push"]}
	some i, word in command.args
	i > count(command.arguments.sub)
	is_string(word.value)
	not startswith(word.value, "-")
}

# A path of a work tree may have a prefix that says how it is meant.
pathspec(word, command) := {rooted(sprintf("%s/%s", [git_root(word), trim_left(plain_spec(word.value), "/")]))} if {
	is_string(word.value)
	regex.match(`^:(/|\([^)]*top)`, word.value)
} else := real_places(plain_spec(word.value), command.dir) if {
	is_string(word.value)
	not regex.match(`^(-|:(!|\^|\([^)]*exclude))`, word.value)
	not regex.match(`^[/~]`, plain_spec(word.value))
}

# "*" of such a path stops at no slash.
plain_spec(value) := regex.replace(replace(value, "*", "**"), `^:(\([^)]*\)|/)?`, "")

# A program that takes files out of an archive or a repository is told to take one that
# others run, or read as settings.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is a file that other programs run or read as settings automatically", [word.text]),
	"hint": "ask a person to change it",
	"span": word.span,
} if {
	some file in input.facts.made
	file.tree
	some word in words_of(input.facts.commands[file.command])
	is_string(word.value)
	not startswith(word.value, "-")
	not of_git(word.value)
	starts_by_itself(plain_spec(word.value))
}

# An entry of the index that no file has been is a file when git checks it out.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is a file that other programs run or read as settings automatically", [name]),
	"hint": "ask a person to change it",
	"span": word.span,
} if {
	some command in needy
	command.base == "git"
	command.arguments.sub == ["update-index"]
	some word in words_of(command)
	is_string(word.value)
	name := regex.replace(word.value, `^.*[,=]`, "")
	starts_by_itself(name)
}

# What a program does that nobody describes is not known either.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/writing",
	"message": sprintf("%q is a file that other programs run or read as settings automatically, and it is not known what %q does with it", [word.text, command.base]),
	"hint": "ask a person to change it",
	"span": word.span,
} if {
	some command in needy
	command.role == "program"
	is_object(command.arguments)
	not command.arguments.entry
	command.carries == ""
	not readers.programs[command.base]
	some word in words_of(command)
	is_string(word.value)
	not startswith(word.value, "-")
	some full in homely(word.value, command.dir)
	starts_by_itself(full)
}
