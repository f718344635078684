# Arguments that make an allowed program do more than its allow-list entry was
# probably meant for, and spellings that hide what a command does.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

risk := data.skillctl.tables.risk

# The words of a command, known or not, without its name.
words_of(command) := array.slice(command.args, 1, count(command.args))

# A wildcard also allows programs that nobody thought of: those that delete,
# download, reach other machines or run a script have to be named.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q is allowed only by a wildcard, but it can delete, download, change or run things", [command.base]),
	"hint": sprintf("add %q to the allow-list by name", [command.name]),
	"span": head_span(command),
	"setting": ["exec", "allowlist"],
} if {
	count(wide) > 0
	some command in needy
	grants[command.id] == "allowlist"
	not command.name in bare
	risky(command)
	not closely_named(command)
}

# Entries that stand for more than the versions of one program.
wide := [entry |
	some entry in others
	regex.match(`^(\*+|.{0,1}\*|\*.{0,1}|\?+|.*/\*+)$`, entry.pattern)
]

closely_named(command) if {
	some entry in others
	not entry in wide
	name_matches(entry.pattern, command)
	arguments_match(entry.argPattern, command)
}

risky(command) if risk.high[lower(command.base)]

risky(command) if lower(command.base) in risk.medium["*"]

risky(command) if {
	some word in words_of(command)
	word.value in risk.medium[lower(command.base)]
}

risky(command) if command.interpreter.mode == "module"

# A wildcard grants programs, not whatever the scripts of the folder say.
risky(command) if command.interpreter.mode == "file"

risky(command) if {
	command.carries != ""
	command.carries != "shell"
	not command.known
}

# The operator wants to be asked about these.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q can delete, download or change things, and exec.approveRisk is %q", [command.text, level]),
	"hint": "ask a person to approve it",
	"span": head_span(command),
	"setting": ["exec", "approveRisk"],
} if {
	level := object.get(settings, "approveRisk", "never")
	level != "never"
	some command in input.facts.commands
	of_level(level, command)
}

of_level(_, command) if risk.high[lower(command.base)]

of_level("medium", command) if risky(command)

# The verb of a program that has verbs is a plain word.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("the subcommand of %q is written as %q, which hides what it is", [command.base, word.text]),
	"hint": "write it as a plain word, without quotes and braces",
	"span": word.span,
} if {
	some command in needy
	command.base in risk.verbs.programs
	some word in words_of(command)
	disguised(word)
}

disguised(word) if {
	word.quote in {"single", "double", "escaped", "mixed", "ansi", "locale"}
	is_string(word.value)
	word.text != word.value
	regex.match(`^[a-z][a-z-]*$`, word.value)
	word.value in verbs
}

# After brace expansion the text still shows where a word came from.
disguised(word) if {
	contains(word.text, "{")
	word.quote == "none"
	word.value in verbs
}

verbs := (({verb | some verb in risk.medium[_]} | {verb | some verb in risk.verbs.aliases[_]}) | {verb | risk.verbs.refused[_][verb]}) | {"exec", "run", "install", "uninstall", "create", "init", "config", "push", "publish", "download"}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q of %q is an alias of install", [word.value, command.base]),
	"hint": "write install instead",
	"span": word.span,
} if {
	some command in needy
	word := command.args[1]
	word.value in risk.verbs.aliases[command.base]
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q %q %s", [command.base, verb, why]),
	"hint": "ask a person to run it",
	"span": word.span,
} if {
	some command in needy
	refused := risk.verbs.refused[command.base]
	some word in words_of(command)
	verb := word.value
	why := refused[verb]
	verb_of(command) == verb
	not harmless_verb(command, verb)
}

harmless_verb(command, "submodule") if {
	some word in words_of(command)
	word.value in risk.verbs.submodule.safe
}

# The first word that is no option, nor the value of -C.
verb_of(command) := [word.value |
	some i, word in command.args
	i > 0
	is_string(word.value)
	not startswith(word.value, "-")
	not command.args[i - 1].value in {"-C", "-c", "--git-dir", "--work-tree", "--namespace"}
][0]

# A toolchain that is downloaded to install with.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q installs with another toolchain, which it may download first (%s)", [command.base, command.args[1].text]),
	"hint": "remove the toolchain",
	"span": command.args[1].span,
} if {
	some command in needy
	command.base == "cargo"
	startswith(command.args[1].prefix, "+")
	command.args[2].value == "install"
}

# A toolchain with a name of its own is a folder that somebody linked.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q selects a toolchain that is not an official Rust channel or version", [word.text]),
	"hint": "use stable, beta, nightly or a version",
	"span": word.span,
} if {
	some command in needy
	command.base in risk.toolchains.programs
	word := command.args[1]
	startswith(word.prefix, "+")
	not of_channel(word)
}

of_channel(word) if {
	is_string(word.value)
	regex.match(risk.toolchains.channels, word.value)
}

# Repositories elsewhere bring settings and hooks of their own.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("git uses the repository %q, whose settings and hooks come from outside the working directory", [word.text]),
	"hint": "run git in the working directory",
	"span": word.span,
} if {
	some command in needy
	command.base == "git"
	regex.match(`(?m)^(-C$|--git-dir|--work-tree|file:///)`, concat("\n", [word.value | some word in command.args; is_string(word.value)]))
	some i, word in command.args
	foreign_repository(command, i, word)
}

foreign_repository(command, i, word) if {
	command.args[i - 1].value == "-C"
	outside(word, word.value, command.dir)
}

# Another work tree, in which git writes what it checks out.
foreign_repository(command, i, word) if {
	i > 0
	command.args[i - 1].value == "--work-tree"
	not word.value in {".", "./"}
}

foreign_repository(_, _, word) if {
	startswith(word.prefix, "--work-tree=")
	not word.value in {"--work-tree=.", "--work-tree=./"}
}

foreign_repository(_, _, word) if {
	is_string(word.value)
	startswith(word.value, "--git-dir=")
	not word.value in {"--git-dir=.git", "--git-dir=./.git"}
}

foreign_repository(_, _, word) if {
	is_string(word.value)
	regex.match(`^file:///(etc|root|home|proc|sys|var|boot|usr)`, word.value)
}

foreign_repository(command, i, word) if {
	command.args[i - 1].value == "--git-dir"
	is_string(word.value)
	not word.value in {".git", "./.git"}
}

# A folder with the files of a repository is one to git, and so is what a file ".git" leads
# to. Both can come with a checkout or an archive, or be written like any other file.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("git obeys the settings and hooks in %q here, which are files like others of this folder", [fact.repository]),
	"hint": "have a person look at them, or run git in the repository around it",
	"span": head_span(command),
} if {
	some command in needy
	command.base == "git"
	some fact in input.facts.paths
	fact.command == command.id
	object.get(fact, "repository", "") != ""
}

# Who lets git run has the files of the repository in mind. Options that name another
# file to write are said by its entry, however they are spelled.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q makes git write a file", [write.option]),
	"hint": "redirect its output to a file instead",
	"span": write.span,
	"general": true,
} if {
	some command in needy
	command.base == "git"
	some write in command.writes
	write.option in {"-o", "--output", "--output-directory"}
}

# Modules that serve the folder, or read code.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("the module %q starts a server or loads code from another place", [module.value]),
	"hint": "run a script file",
	"span": module.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "module"
	module := command.interpreter.operand
	module.value in risk.modules
	not helps(command, module)
}

helps(command, module) if {
	last := command.args[count(command.args) - 1]
	last.value in {"-h", "--help"}
	some i, word in command.args
	word.span == module.span
	i == count(command.args) - 2
}

# Who lets Python run has not yet let it install what others wrote: python3 -m pip is
# pip, and wants an entry of its own.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%s -m %s is %s, which is not on the allow-list: it installs packages, and runs what they bring", [command.base, module.value, module.value]),
	"offered": "",
	"candidates": [object.union(whole(module.value), {"any": false})],
	"span": module.span,
	"setting": ["exec", "allowlist"],
} if {
	some command in needy
	command.interpreter.mode == "module"
	module := command.interpreter.operand
	verbs := risk.installers[module.value]
	not module.value in bare
	installs(command, module, verbs)
}

installs(_, _, []) := true

# A word that is not known may be any verb.
installs(command, module, verbs) if {
	some word in words_of(command)
	word.span.start.offset > module.span.start.offset
	not known_other(word, verbs)
}

known_other(word, verbs) if {
	is_string(word.value)
	not word.value in verbs
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q hides -m among other options", [command.interpreter.option]),
	"hint": "write -m as a word of its own",
	"span": command.interpreter.span,
} if {
	some command in input.facts.commands
	command.interpreter.mode == "module"
	command.interpreter.family == "python"
	command.interpreter.option != "-m"
}

# An interactive session after the script.
objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/arguments",
	"message": sprintf("%q makes %q read more code from its input after the script", [word.text, command.base]),
	"hint": "leave it out",
	"span": word.span,
} if {
	some command in needy
	command.interpreter.family in {"python", "node", "ruby", "php", "lua"}
	command.interpreter.mode in {"file", "module"}
	some word in words_of(command)
	word.span.start.offset < command.interpreter.operand.span.start.offset
	regex.match(`^(-[A-Za-z]*i[A-Za-z]*|--interactive)$`, word.prefix)
	is_string(word.value)
}

# find without a name deletes whatever the tree holds, the repository too.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("find deletes files of any name below %q: no -name before -delete says which", [write.target.text]),
	"hint": "add -name with a part of the name in it, such as -name '*.tmp', before -delete",
	"span": write.span,
} if {
	some command in needy
	command.base in {"find", "gfind", "bfs"}
	some write in command.writes
	write.kind == "delete-tree"
	write.option == "-delete"
	not narrow(object.get(write, "only", ""))
	not chosen(command, write)
}

# In a folder of its own, a test of any kind is enough.
chosen(command, write) if {
	filtered(command)
	place := target_of(write)
	is_string(place)
	not write.target.glob
	regex.match(`[A-Za-z0-9]`, place)
	not contains(place, "..")
	not contains(concat("", ["/", place, "/"]), "/.git/")
}

# A pattern that says which files are meant, and that no file of a repository's own
# folder fits.
narrow(pattern) if {
	plain := regex.replace(pattern, `\\(.)`, "$1")
	spelled := regex.replace(plain, `\[[^\]]*\]`, "?")
	literal := regex.replace(spelled, `[*?]`, "")
	count(literal) > 1
	regex.match(`[A-Za-z0-9]`, literal)
	every part in split(lower(spelled), "/") {
		not of_repository(part)
	}
}

of_repository(pattern) if {
	not pattern in {"*", "**"}
	some name in {".git", "config", "head", "index", "hooks", "objects", "refs", "heads", "info", "logs", "packed-refs", "description", "pre-commit", "main", "master"}
	glob.matches(pattern, name)
}

filtered(command) if {
	some word in words_of(command)
	regex.match(`^-(i?name|i?path|i?regex|i?wholename|i?lname|[acm]time|[acm]min|newer.*|size|empty|perm|user|group|links|inum|samefile)$`, word.prefix)
}

# The words before the expression of find, which begins with a dash, "(" or "!".
start_words(command) := array.slice(operands, 0, last) if {
	operands := words_of(command)
	ends := [i | some i, word in operands; regex.match(`^([-(!,]|\\[(!])`, word.prefix)]
	last := min(array.concat(ends, [count(operands)]))
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q makes find write a file", [word.text]),
	"hint": "redirect its output to a file instead",
	"span": word.span,
} if {
	some command in needy
	command.base in {"find", "gfind", "bfs"}
	some word in words_of(command)
	regex.match(`^-(fprint0?|fprintf|fls)$`, word.prefix)
}

# Redirects before or between words hide the program and its subcommand.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("the redirect %q comes before the end of its command, which hides the words after it", [concat("", [redirect.op, redirect.target.text])]),
	"hint": "write redirects after the last argument",
	"span": redirect.span,
} if {
	some redirect in input.facts.redirects
	redirect.scope == "command"
	redirect.command >= 0
	command := input.facts.commands[redirect.command]
	command.edge == "text"
	count(command.args) > 0
	last := command.args[count(command.args) - 1]
	redirect.span.start.offset < last.span.start.offset
}

# Options that name a program to run, in programs that have no table of their
# own; tables say more.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q of %q names a program to run", [word.text, command.base]),
	"hint": "remove it, or run what it names as a separate command",
	"span": word.span,
} if {
	some command in needy
	some i, word in command.args
	startswith(word.prefix, "--")
	parts := split(word.prefix, "=")
	risk.runningOptions[parts[0]]
	not calm(command, i, word, parts)
	not read_as_commands(command, word)
}

calm(_, _, word, parts) if {
	count(parts) == 2
	is_string(word.value)
	parts[1] in risk.harmlessValues
}

calm(command, i, _, parts) if {
	count(parts) == 1
	command.args[i + 1].value in risk.harmlessValues
}

# The value was read as commands, and each of them has to be granted; or the
# words belong to a command that is looked at by itself.
read_as_commands(command, _) if {
	some hit in command.hits
	hit.resolved
}

read_as_commands(command, word) if {
	some child in input.facts.commands
	child.parent == command.id
	some inner in child.args
	inner.span == word.span
}

read_as_commands(command, word) if {
	is_object(command.interpreter.operand)
	word.span.start.offset > command.interpreter.operand.span.start.offset
}
