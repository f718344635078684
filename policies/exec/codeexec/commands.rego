# The commands of bash: every one that can run is looked at, not only the first
# word.
package skillctl.exec.profiles.codeexec

judged if {
	language == "bash"
	not asks_install
}

bash := object.get(cfg, "bash", {})

allowed_names := {name | some name in object.get(bash, "allowedCommands", [])}

denied_names := {name | some name in object.get(bash, "deniedCommands", [])}

runnable := [command |
	judged
	some command in input.facts.commands
	not command.kind in {"none", "test", "arithmetic"}
]

listed_names contains command.base if {
	some command in runnable
	is_string(command.base)
}

denials contains {
	"rule": "exec/codeexec/unread",
	"message": sprintf("the command could not be read completely: %s", [what]),
	"hint": "write it more simply",
} if {
	judged
	some what in unread
}

unread contains "it is empty" if input.facts.source.blank

unread contains "it is not UTF-8 text" if not input.facts.source.utf8

unread contains "it contains a NUL byte" if input.facts.source.nul

unread contains input.facts.parse.limit if input.facts.parse.limit != ""

unread contains object.get(input.facts.parse, ["error", "message"], "its syntax is not valid") if {
	not input.facts.parse.ok
}

unread contains sprintf("%s %s", [opaque.reason, opaque.detail]) if {
	some opaque in input.facts.opaque
}

unread contains sprintf("the shell evaluates %q as code", [hidden.text]) if {
	some hidden in input.facts.hidden
	hidden.level != "possible"
}

unread contains sprintf("it contains a hidden or misleading character (%s)", [deception.kind]) if {
	some deception in input.facts.deception
	not deception.quoted
}

denials contains {
	"rule": "exec/codeexec/denied",
	"message": sprintf("%q is denied", [name]),
	"hint": "remove it from deniedCommands, which overrides allowedCommands",
	"span": command.span,
	"setting": ["codeExec", "bash", "deniedCommands"],
} if {
	some command in runnable
	name := called(command)[_]
	name in denied_names
}

denials contains {
	"rule": "exec/codeexec/program",
	"message": sprintf("which program %q runs is known only when it runs", [command.args[0].text]),
	"hint": "write the name of the program",
	"span": command.span,
} if {
	some command in runnable
	not is_string(command.name)
	count(command.args) > 0
}

denials contains {
	"rule": "exec/codeexec/program",
	"message": sprintf("%q is not in bash.allowedCommands", [command.name]),
	"hint": "add it to bash.allowedCommands",
	"span": command.span,
	"setting": ["codeExec", "bash", "allowedCommands"],
} if {
	some command in runnable
	is_string(command.name)
	not command_listed(command)
}

# A program goes by its name, its base name, and what a multiplexer runs.
called(command) := [name | some name in [command.name, command.base]; is_string(name)]

command_listed(command) if {
	command.name in allowed_names
}

command_listed(command) if {
	command.base in allowed_names
	in_system(command.name)
}

command_listed(command) if command.role == "function"

# What may install by the settings is judged by what it installs.
command_listed(command) if {
	installer(command)
	install_allowed(installer_of(command))
}

in_system(name) if not contains(name, "/")

in_system(name) if regex.match(`^/(usr/(local/)?)?s?bin/[^/]+$`, name)

denials contains {
	"rule": "exec/codeexec/code",
	"message": sprintf("%q of %q runs something that is not in the list (%s)", [hit.option, command.base, hit.kind]),
	"hint": "run it as a separate command",
	"span": hit.span,
} if {
	some command in runnable
	some hit in command.hits
	hit.kind in {"shell", "code", "program", "library", "config", "daemon", "privilege", "terminal"}
	not hit.resolved
}

denials contains {
	"rule": "exec/codeexec/code",
	"message": sprintf("skillctl cannot tell what %q runs", [command.base]),
	"hint": "run it as a separate command",
	"span": command.span,
} if {
	some command in runnable
	not command.known
}

# awk and sed are listed for what their program says, so it has to be there.
denials contains {
	"rule": "exec/codeexec/code",
	"message": sprintf("the script that %q runs is not in the command", [command.base]),
	"hint": "write the script into the command",
	"span": command.span,
} if {
	some command in runnable
	command.interpreter.family in {"awk", "sed"}
	command.interpreter.mode in {"file", "stdin", "unknown"}
}

denials contains {
	"rule": "exec/codeexec/environment",
	"message": sprintf("%q changes which code runs", [assignment.name]),
	"hint": "remove the assignment",
	"span": assignment.span,
} if {
	judged
	some assignment in input.facts.assignments
	is_string(assignment.name)
	changes_code(assignment.name)
}

changes_code(name) if data.skillctl.tables.environment.code[name]

changes_code(name) if regex.match(`^(PATH|IFS|ENV|PS[0-4]|SHELLOPTS|BASH_.*|LD_.*|DYLD_.*|GIT_.*|PYTHON.*|NODE_.*|PERL5?.*|RUBY.*)$`, name)

# Files may be written in the output folder and below the working directory.
denials contains {
	"rule": "exec/codeexec/write",
	"message": sprintf("%q is written, outside the output folder and the working directory", [target]),
	"hint": "write below outputDir",
	"span": span,
	"setting": ["codeExec", "outputDir"],
} if {
	judged
	some [target, place, dir, span] in written
	not writable(place, dir)
}

written contains [redirect.target.text, place_of(redirect.target, null), redirect.dir, redirect.span] if {
	some redirect in input.facts.redirects
	redirect.write
	not redirect.class in {"fd-merge", "fd-close", "dev-null", "dev-std", "heredoc", "herestring", "process"}
}

written contains [write.target.text, place_of(write.target, object.get(write, "computed", null)), command.dir, write.span] if {
	some command in runnable
	some write in command.writes
}

# A redirect to or from the network is no file.
denials contains {
	"rule": "exec/codeexec/write",
	"message": sprintf("%q opens a network connection", [redirect.target.text]),
	"hint": "use a network program, such as curl",
	"span": redirect.span,
} if {
	judged
	some redirect in input.facts.redirects
	redirect.class == "network"
}

place_of(_, computed) := computed if is_string(computed)

place_of(word, computed) := word.value if {
	not is_string(computed)
	is_string(word.value)
	not word.tilde
	not word.glob
} else := null if {
	not is_string(computed)
	vague(word)
}

vague(word) if word.value == null

vague(word) if word.tilde

vague(word) if word.glob

output_dir := trim_suffix(object.get(cfg, "outputDir", "/tmp/openclaw/code-output"), "/")

writable(place, _) if place in {"/dev/null", "/dev/stdout", "/dev/stderr"}

writable(place, _) if below_root(place)

writable(place, dir) if {
	is_string(place)
	not startswith(place, "/")
	not ".." in split(place, "/")
	dir.known
	every base in array.concat([dir.path], dir.or) {
		below_work(base)
	}
}

below_work(base) if {
	not regex.match(`^[/~]`, base)
	not ".." in split(base, "/")
}

below_work(base) if below_root(concat("/", [trim_suffix(base, "/"), "x"]))

below_root(place) if {
	is_string(place)
	startswith(place, "/")
	not ".." in split(place, "/")
	some root in [output_dir, trim_suffix(input.request.cwd, "/")]
	root != ""
	startswith(place, concat("", [root, "/"]))
}
