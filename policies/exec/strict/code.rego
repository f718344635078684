# Code that an interpreter or a program takes from somewhere that the allow-list
# does not name.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

inline_grade := "inline" if object.get(settings, "strictInlineEval", true) != false

inline_grade := "hazard" if object.get(settings, "strictInlineEval", true) == false

objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/code",
	"message": sprintf("%q is given code on the command line (%s)", [command.base, interpreter.option]),
	"hint": "put the code into a file and run the file",
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
	"hint": "put the code into a file and run the file",
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
	"message": sprintf("it is not known what %q would run", [command.base]),
	"hint": "name the script file, and use options that are known",
	"span": command.interpreter.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "unknown"
	not command.context.elsewhere
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("%q loads another file or library first, by an option", [command.base]),
	"hint": "leave the option out",
	"span": command.interpreter.span,
} if {
	some command in input.facts.commands
	command.interpreter.startup
	not command.context.elsewhere
}

# Scripts that are not known, that this very text makes, or that are a folder.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/code",
	"message": sprintf("which script %q runs is not known before it runs", [command.base]),
	"hint": "name the script",
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
	"hint": "name the script",
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
	"message": sprintf("%q is made by this command and then run", [place]),
	"hint": "look at the file before it runs: make it first, run it in another request",
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

# Files that a program reads by itself from the working folder, and that name
# what it runs: made here, they are code that nobody has looked at.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("%q is made by this command, and %q runs what it says", [place, command.base]),
	"hint": "look at the file before it is used: make it first, run the other in another request",
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

# touch and mkdir make nothing that says anything.
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

# Options and sub-languages that run what nobody names.
objections contains {
	"grade": hit_grade(hit),
	"rule": "exec/strict/code",
	"message": sprintf("%s of %q %s", [hit_option(hit), command.base, hit_words[hit.kind]]),
	"hint": "leave it out, or run what it names as a command of its own",
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
	"code": "is code that it runs",
	"shell": "is a command line that a shell runs",
	"program": "names a program that it runs",
	"library": "names a library that it loads",
	"config": "changes settings that may name programs",
	"file": "names a file of commands",
	"package": "fetches a package and runs it",
	"daemon": "has something else run commands",
	"terminal": "acts without anybody being asked",
	"privilege": "gives rights over the machine",
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
