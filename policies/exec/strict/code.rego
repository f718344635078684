# Code that an interpreter or a program reads from a source that no allow-list
# entry names.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

inline_grade := "inline" if object.get(settings, "strictInlineEval", true) != false

inline_grade := "hazard" if object.get(settings, "strictInlineEval", true) == false

objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/code",
	"message": sprintf("%q runs code from the command line (%s)", [command.base, interpreter.option]),
	"hint": "write the code to a file and run the file",
	"span": interpreter.span,
	"setting": ["exec", "strictInlineEval"],
} if {
	some command in input.facts.commands
	interpreter := command.interpreter
	interpreter.mode in {"inline", "program"}
	interpreter.family != "shell"
	not command.context.elsewhere
	interpreter_is_code(command)
}

# The programs of awk and sed are judged by what they do, in hits.
interpreter_is_code(command) if command.interpreter.mode == "inline"

interpreter_is_code(command) if {
	command.interpreter.mode == "program"
	not command.interpreter.family in {"awk", "sed"}
}

objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/code",
	"message": sprintf("%q reads its code from standard input", [command.base]),
	"hint": "write the code to a file and run the file",
	"span": interpreter.span,
	"setting": ["exec", "strictInlineEval"],
} if {
	some command in input.facts.commands
	interpreter := command.interpreter
	interpreter.mode == "stdin"
}

objections contains {
	"grade": "opaque",
	"rule": "exec/strict/code",
	"message": sprintf("skillctl cannot tell what %q would run", [command.base]),
	"hint": "name the script file, and use only common options",
	"span": command.interpreter.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "unknown"
	not command.context.elsewhere
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("an option makes %q load another file or library first", [command.base]),
	"hint": "remove the option",
	"span": command.interpreter.span,
} if {
	some command in input.facts.commands
	command.interpreter.startup
	not command.context.elsewhere
}

# Scripts whose name is unknown, that the same command creates, or that are folders.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/code",
	"message": sprintf("which script %q runs is known only when it runs", [command.base]),
	"hint": "name the script file",
	"span": command.interpreter.operand.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "file"
	not command.context.elsewhere
	operand := command.interpreter.operand
	operand.value == null
	operand.suffix == ""
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("%q runs a folder or an address, not a script", [command.base]),
	"hint": "name the script file",
	"span": command.interpreter.operand.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "file"
	not command.context.elsewhere
	operand := command.interpreter.operand.value
	is_string(operand)
	regex.match(`^(\.|\.\.|.*/|.*/\.\.?|(https?|data|ftp|file|npm|jsr|blob):.*)$`, operand)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("this command creates %q and then runs it", [place]),
	"hint": "create the file first and run it in another request, so that it can be checked in between",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	not command.context.elsewhere
	some place in runs(command)
	normal(place) in written
}

runs(command) := {place |
	some place in [command.name, object.get(command, ["interpreter", "operand", "value"], null)]
	is_string(place)
	runs_file(place, command)
}

runs_file(place, _) if contains(place, "/")

runs_file(place, command) if place == object.get(command, ["interpreter", "operand", "value"], null)

normal(place) := trim_prefix(regex.replace(place, `/(\./|/)*`, "/"), "./")

written := {normal(place) |
	some redirect in input.facts.redirects
	redirect.write
	redirect.class == "file"
	place := redirect.target.value
	is_string(place)
} | {normal(place) |
	some command in input.facts.commands
	some write in command.writes
	not write.kind in {"mode", "mode-tree", "delete", "delete-tree"}
	place := target_of(write)
	is_string(place)
}

# Files in the working directory that a program reads automatically and that name
# what it runs: created by the same command, they are code that nobody has checked.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("this command creates %q, and %q runs the commands in it", [place, command.base]),
	"hint": "create the file first and use it in another request, so that it can be checked in between",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	not command.context.elsewhere
	some pattern in data.skillctl.tables.builders.programs[tool_of(command)]
	some place in made
	parts := split(place, "/")
	glob.matches(pattern, parts[count(parts) - 1])
	not informative(command)
}

# python -m pytest is pytest.
tool_of(command) := command.interpreter.operand.value if command.interpreter.mode == "module"

tool_of(command) := command.base if not is_module(command)

is_module(command) if command.interpreter.mode == "module"

informative(command) if {
	some word in words_of(command)
	word.value in {"--version", "-V", "--help", "version"}
}

# touch and mkdir create no content.
made := {normal(place) |
	some redirect in input.facts.redirects
	redirect.write
	redirect.class == "file"
	place := redirect.target.value
	is_string(place)
} | {normal(place) |
	some command in input.facts.commands
	not command.base in {"touch", "mkdir", "mkfifo", "truncate", "chmod"}
	some write in command.writes
	write.kind in {"write", "append", "link"}
	place := target_of(write)
	is_string(place)
}

target_of(write) := write.computed if is_string(write.computed)

target_of(write) := write.target.value if not is_string(object.get(write, "computed", null))

# Options and embedded languages that run other programs.
objections contains {
	"grade": hit_grade(hit),
	"rule": "exec/strict/code",
	"message": sprintf("%s of %q %s", [hit_option(hit), command.base, hit_words[hit.kind]]),
	"hint": "remove it, or run what it names as a separate command",
	"span": hit.span,
} if {
	some command in input.facts.commands
	some hit in command.hits
	not hit.resolved
	not remote(command, hit)
}

hit_option(hit) := sprintf("%q", [hit.option]) if hit.option != ""

hit_option(hit) := "an argument" if hit.option == ""

hit_grade(hit) := inline_grade if hit.kind == "code"

hit_grade(hit) := "hazard" if hit.kind != "code"

remote(command, hit) if {
	command.context.elsewhere
	hit.kind != "privilege"
}

hit_words := {
	"code": "is run as code",
	"shell": "is run by a shell as a command line",
	"program": "names a program to run",
	"library": "names a library to load",
	"config": "changes settings, which can name programs to run",
	"file": "names a file of commands to run",
	"package": "downloads a package and runs it",
	"daemon": "makes another process run commands",
	"terminal": "runs commands that nobody is asked about",
	"privilege": "gives control over the machine",
}

# What the shell itself evaluates as code although it looks like data.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/code",
	"message": sprintf("the shell evaluates %q as code (%s)", [place.text, place.kind]),
	"hint": "use a plain value here",
	"span": place.span,
} if {
	some place in input.facts.hidden
	not tolerable(place)
}

# Arithmetic and indices over variables are evaluated too, but nothing in this
# text gives them a value that runs anything.
tolerable(place) if {
	place.level == "possible"
	place.kind in {"arithmetic", "subscript", "prompt-variable", "indirection", "integer-attribute"}
}
