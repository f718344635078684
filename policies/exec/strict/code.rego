# Code that an interpreter or a program reads from a source that no allow-list
# entry names.
package skillctl.exec.profiles.strict

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

target_of(write) := write.computed if {
	is_string(write.computed)
} else := write.target.value if {
	not is_string(object.get(write, "computed", null))
}

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
	object.get(hit, "detail", "") == ""
	not remote(command, hit)
}

# A text of a small language that does something, or holds something, that is
# not understood.
objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/code",
	"message": sprintf("%s of %q is not understood: %s", [hit_option(hit), command.base, hit.detail]),
	"hint": "write it more simply, with its values in it, or put it into a file and run the file",
	"span": hit.span,
} if {
	some command in input.facts.commands
	some hit in command.hits
	object.get(hit, "detail", "") != ""
	not remote(command, hit)
	not superseded(command)
}

# The text of a file that is fed was read before anything ran.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/code",
	"message": sprintf("%q runs what %q has in it, which %q may change first", [command.base, command.stdin.target.text, other.base]),
	"hint": "run them in requests of their own",
	"span": head_span(command),
} if {
	some command in needy
	object.get(command.stdin, "read", false)
	some other in needy
	other.id != command.id
	not leaves_files(other)
}

leaves_files(other) if grants[other.id] in {"builtin", "read", "safe"}

leaves_files(other) if readers.programs[other.base]

# What these do to files is known of their texts.
leaves_files(other) if object.get(other.stdin, "read", false)

hit_option(hit) := object.get(hit_places, hit.option, sprintf("%q", [hit.option]))

# Where a text stands that no option introduces.
hit_places := {
	"": "an argument",
	"operand": "an argument",
	"stdin": "standard input",
}

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

# Arithmetic and indices over variables are evaluated too. They run nothing where
# all values are numbers or literals of this text: a value that is read from a
# file, a program or an argument may be a[$(command)].
tolerable(place) if {
	place.level == "possible"
	place.kind in {"arithmetic", "subscript", "indirection", "integer-attribute"}
	place.known
	every name in place.params {
		plain_inherited(name)
	}
}

tolerable(place) if {
	place.level == "possible"
	place.kind == "prompt-variable"
}

# What the request itself gives a variable is no code either.
plain_inherited(name) if not is_string(object.get(input.request, ["env", name], null))

plain_inherited(name) if regex.match(`^[A-Za-z0-9_. /-]*$`, input.request.env[name])
