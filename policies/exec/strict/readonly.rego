# Programs that only read: tables/readers.json says of each what its options and
# operands are. One may run without an entry while every option is in that table,
# every file that it reads lies in the working directory and holds no secrets as
# far as its name tells, and nothing else in the text does more than read.
package skillctl.exec.profiles.strict

readers := data.skillctl.tables.readers

# What the settings say; where they say nothing of what may run at all, reading may.
read_only := settings.readOnly if {
	settings.readOnly
} else := "allow" if {
	is_array(input.said)
	count({"security", "allowlist"} & {key | some key in input.said}) == 0
	count({"openclaw", "zeroclaw", "agentzero", "codeExec"} & object.keys(input.settings)) == 0
} else := "ask"

# What the table says of the program, undefined when nothing.
reader(command) := object.union({"name": command.name}, entry) if {
	command.role == "program"
	found := readers.programs[command.name]
	entry := object.get(readers.programs, object.get(found, "like", ""), found)
}

only_reads(command) if {
	read_only == "allow"
	security == "allowlist"
	entry := reader(command)
	count(why_not(command, entry)) == 0
}

# Why a program that can only read does not do so here, or does it elsewhere.
# What a word that is known only when it runs would be is not asked: the rules about
# words see those alone whose text is known.
why_not(command, entry) := why_not_text | (why_not_program(command) | (why_not_words(command, entry) | why_not_operands(command, entry))) if {
	count(why_not_known(command)) == 0
}

why_not(command, _) := why_not_text | (why_not_program(command) | why_not_known(command)) if {
	count(why_not_known(command)) > 0
}

why_not_known(command) := {why_unsettled(command, word) |
	some i, word in command.args
	i > 0
	not settled(word)
}

# Where a word leads whose place is known is said, though its text is not.
why_unsettled(command, word) := sprintf("%q leads to %q, outside of the working directory", [word.text, leads[0]]) if {
	leads := sort([spot.full | some spot in leading(command, word); not spot.inside])
	count(leads) > 0
} else := sprintf("%q is put together by the shell: write the path itself", [word.text]) if {
	count(leading(command, word)) > 0
} else := sprintf("%q is known only when it runs", [word.text])

leading(command, word) := {spot |
	some spot in spots
	spot.place.command == command.id
	spot.place.span == word.span
	spot.place.known
	known_variable(spot.place.variable)
}

known_variable("")

known_variable(name) if variable(name) != ""

# The text as a whole: commands joined by pipes and lists, whose output goes
# nowhere else.
why_not_text contains "the command sets variables, defines functions or has parts that depend on the shell" if {
	count(input.facts.assignments) + ((count(input.facts.functions) + count(input.facts.hidden)) + count(input.facts.differences)) > 0
}

why_not_text contains sprintf("besides pipes and lists, the command has %s", [shown_syntax(construct.kind)]) if {
	some construct in input.facts.constructs
	not construct.kind in {"pipeline", "and", "or", "sequence", "negation", "comment", "line-continuation"}
}

# A kind of syntax as people write it.
shown_syntax(kind) := object.get(syntax, kind, sprintf("%q", [kind]))

syntax := {
	"ansi-quote": "$' '",
	"arithmetic": "$(( ))",
	"array": "an array",
	"background": "&",
	"brace": "a list in braces",
	"dbracket": "[[ ]]",
	"dollar-bracket": "$[ ]",
	"extglob": "a pattern such as @( )",
	"for-arith": "for (( ))",
	"function": "a function",
	"glob": "a pattern such as *",
	"group": "{ }",
	"heredoc": "<<",
	"herestring": "<<<",
	"history": "!",
	"locale-quote": "$\" \"",
	"process": "<( ) or >( )",
	"subshell": "( )",
	"substitution": "$( ) or backticks",
	"tilde": "~",
}

why_not_text contains "it redirects to or from a file" if {
	some redirect in input.facts.redirects
	not redirect.class in {"dev-null", "fd-merge", "fd-close"}
}

why_not_text contains "the request sets variables" if count(input.request.env) > 0

why_not_text contains "skillctl knows what such programs do in sh and bash only" if not input.facts.source.dialect in {"bash", "posix"}

why_not_text contains sprintf("%q changes how the rest is read", [command.name]) if {
	some command in input.facts.commands
	command.name in {"pushd", "popd", "set", "shopt", "exec"}
}

why_not_text contains sprintf("the working directory %q is a folder of the operating system", [input.request.cwd]) if {
	startswith(input.request.cwd, "/")
	not workspace
}

why_not_text contains what_is_unsaid if count(unsaid) > 0

# What the request does not say, and without which it is not known which files and
# programs its words stand for.
unsaid contains no_folder

unsaid contains "PATH is not set (\"inherited\" of the request)" if variable("PATH") == ""

no_folder := "the working directory is not given (\"cwd\" of the request)" if {
	input.request.cwd == ""
} else := sprintf("the working directory %q is no absolute path (\"cwd\" of the request)", [input.request.cwd]) if {
	not startswith(input.request.cwd, "/")
}

what_is_unsaid := concat(" and ", sort([one | some one in unsaid]))

workspace if {
	startswith(input.request.cwd, "/")
	cwd := rooted(input.request.cwd)
	cwd != "/"
	data.skillctl.tables.boundary.notWorkspaces
	not strings.any_prefix_match(concat("", [cwd, "/"]), no_workspaces)
}

no_workspaces := {concat("", [trim_suffix(folder, "/"), "/"]) | some folder in data.skillctl.tables.boundary.notWorkspaces}

# The program: one of the system, that others cannot exchange.
why_not_program(command) := {"it is run by another program"} if {
	command.edge != "text"
} else := {sprintf("%q is not in a folder of the system", [command.name])} if {
	not of_the_system(command)
} else := set()

of_the_system(command) if {
	program := input.facts.programs[command.name]
	program.found
	program.how == "search"
	program.folder in trusted_folders
	not program.worldWritable
}

# What each word behind the name is.
kinds_of(command, entry) := [kind |
	some i, word in command.args
	kind := kind_at(entry, i, word)
]

kind_at(_, 0, _) := "name"

kind_at(entry, i, word) := reader_kind(entry, word.value) if i > 0

reader_kind(entry, value) := "flag" if {
	value in entry.flags
} else := "flag" if {
	value in entry.optional
} else := "option" if {
	value in entry.values
} else := "end" if {
	value == "--"
} else := "flag" if {
	startswith(value, "--")
	name := substring(value, 0, indexof(value, "="))
	takes_value(entry, name)
} else := "refused" if {
	startswith(value, "--")
} else := short_kind(entry, value) if {
	regex.match(`^-.`, value)
} else := "operand"

takes_value(entry, name) if name in entry.values

takes_value(entry, name) if name in entry.optional

short_kind(entry, value) := "flag" if {
	regex.match(sprintf(`^-[%s]+$`, [letters(entry, "short")]), value)
} else := "option" if {
	regex.match(sprintf(`^-[%s]*[%s]$`, [letters(entry, "short"), letters(entry, "shortValues")]), value)
} else := "flag" if {
	regex.match(sprintf(`^-[%s]*[%s].`, [letters(entry, "short"), letters(entry, "shortValues")]), value)
} else := "flag" if {
	entry.numeric
	regex.match(`^-[0-9]+$`, value)
} else := "refused"

# A class of characters needs one: a space is no letter of an option.
letters(entry, key) := concat("", [" ", object.get(entry, key, "")])

why_not_words(command, entry) := {sprintf("%s reads %q as more than an option or a file", [command.name, word.text]) |
	some i, word in command.args
	i > 0
	reads_otherwise(entry, word.value)
} | ({sprintf("it is not known that %s only reads with %q", [command.name, command.args[i].text]) |
	kinds := kinds_of(command, entry)
	some i, kind in kinds
	kind == "refused"
	not value_of_option(kinds, i)
	not behind_end(kinds, i)
} | {sprintf("the value of %q is missing or looks like an option", [command.args[i].text]) |
	kinds := kinds_of(command, entry)
	some i, kind in kinds
	kind == "option"
	not behind_end(kinds, i)
	not has_value(kinds, i)
})

# Words with a meaning of their own: +5f of tail follows, @file of strings holds
# more words, and xxd joins no letters.
reads_otherwise(entry, value) if {
	not value in entry.flags
	some pattern in entry.otherwise
	regex.match(pattern, value)
}

has_value(kinds, i) if kinds[i + 1] in {"operand", "refused", "flag"}

value_of_option(kinds, i) if kinds[i - 1] == "option"

behind_end(kinds, i) if {
	some j, kind in kinds
	kind == "end"
	j < i
}

operands_of(command, entry) := [i |
	kinds := kinds_of(command, entry)
	some i, kind in kinds
	i > 0
	operand_at(kinds, i, kind)
] if {
	not wants_options_first(command, entry)
}

operand_at(kinds, i, "operand") if not value_of_option(kinds, i)

operand_at(kinds, i, kind) if {
	kind in {"flag", "option", "refused", "operand", "end"}
	behind_end(kinds, i)
}

# Of a program that wants its options first, all that follows is operands.
operands_of(command, entry) := [i |
	first := first_operand(kinds_of(command, entry))
	some i, _ in command.args
	i >= first
] if {
	wants_options_first(command, entry)
}

wants_options_first(command, entry) if {
	entry.last
	first_operand(kinds_of(command, entry))
}

first_operand(kinds) := min([i |
	some i, kind in kinds
	i > 0
	operand_at(kinds, i, kind)
])

why_not_operands(command, entry) := {why |
	some i in operands_of(command, entry)
	some why in why_not_operand(command, entry, i)
} | ({why |
	entry.operands == "list"
	count(operands_of(command, entry)) == 0
	some why in why_not_place({}, {"text": "."}, places_of(command, 0))
} | ({why |
	some i in maybe_operands(command, entry)
	some why in why_not_place(entry, command.args[i], places_of(command, i))
} | {sprintf("%s writes the last of more than %d files", [command.name, entry.most]) |
	count(operands_of(command, entry)) > entry.most
}))

# Options behind an operand: BSD, and GNU where POSIXLY_CORRECT is set, read them
# as files.
maybe_operands(command, entry) := {i |
	entry.operands in {"file", "list"}
	not entry.expression
	first := operands_of(command, entry)[0]
	some i, _ in command.args
	i > first
	not i in operands_of(command, entry)
}

why_not_operand(command, entry, i) := why_not_place(entry, command.args[i], places_of(command, i)) if {
	entry.operands in {"file", "list"}
	command.args[i].value != "-"
	not is_text(command, entry, i)
}

# What a word leads to: several places when a cd before may have failed.
places_of(command, i) := [fact |
	some fact in input.facts.paths
	fact.command == command.id
	fact.arg == i
]

why_not_place(_, word, found) := {sprintf("%q could not be looked at", [word.text])} if count(found) == 0

why_not_place(entry, word, found) := {why | some fact in found; why := why_not_file(entry, word, fact)} if count(found) > 0

why_not_operand(command, entry, i) := {sprintf("%q is more than %s takes", [command.args[i].text, command.name])} if {
	entry.operands == "none"
}

why_not_operand(command, entry, i) := {sprintf("%q sets something with %q", [command.name, command.args[i].text])} if {
	entry.operands == "format"
	not startswith(command.args[i].value, "+")
}

# The first operand is a pattern, unless an option gives one, before or behind it.
is_text(command, entry, i) if {
	entry.text
	operands_of(command, entry)[0] == i
	every word in array.slice(command.args, 1, count(command.args)) {
		not gives_text(entry, word.value)
	}
}

gives_text(entry, value) if {
	some option in entry.text
	startswith(value, option)
}

# Letters are joined: -ne PATTERN.
gives_text(entry, value) if {
	some option in entry.text
	not startswith(option, "--")
	regex.match(sprintf(`^-[%s]*%s`, [letters(entry, "short"), substring(option, 1, -1)]), value)
}

why_not_file(entry, word, fact) := sprintf("%q is below a folder that is not known: %s", [word.text, no_folder]) if {
	adrift(fact)
} else := sprintf("%q could not be looked at: %s", [word.text, fact.error]) if {
	fact.error
} else := sprintf("%q is outside of the working directory", [word.text]) if {
	fact.root == ""
	not fact.link
} else := sprintf("%q leads to %q, outside of the working directory", [word.text, fact.real]) if {
	fact.root == ""
} else := sprintf("%q may hold secrets", [word.text]) if {
	some place in {fact.path, fact.real}
	may_hold_secrets(place)
} else := sprintf("%q is a folder, and which files in it are read is known only when it runs", [word.text]) if {
	entry.operands == "file"
	fact.folder
} else := sprintf("%q is a device, a pipe or a socket, which may have no end", [word.text]) if {
	entry.operands == "file"
	fact.special
}

# A place that depends on a working directory that nobody has named.
adrift(fact) if {
	no_folder
	not regex.match(`^[/~]`, fact.raw)
}

may_hold_secrets(place) if regex.match(private_to_readers, lower(place))

private_to_readers := one_of(array.concat(readers.private, data.skillctl.tables.private.paths))

may_hold_secrets(place) if {
	ended := concat("", [place, "/"])
	some part in hidden_parts
	contains(ended, part)
}

may_hold_secrets(place) if strings.any_prefix_match(concat("", [trim_suffix(place, "/"), "/"]), hidden_folders)

hidden_parts := {sprintf("/%s/", [name]) | some name in data.skillctl.tables.boundary.hide}

hidden_folders := {concat("", [trim_suffix(folder, "/"), "/"]) | some folder in data.skillctl.tables.boundary.hideSystem}

# The first thing that keeps a program that can only read from running without an
# entry: all others follow from what the request does not say.
first_why(command) := what_is_unsaid if {
	could_read(command)
	count(unsaid) > 0
} else := sort([one | some one in found])[0] if {
	could_read(command)
	found := why_not(command, reader(command))
}

could_read(command) if {
	read_only == "allow"
	security == "allowlist"
	reader(command)
}

# Builtins read too: $(<FILE) and read LINE < FILE. Where nothing is on the
# allow-list, they read what a program that only reads may read.
objections contains object.union(
	{
		"grade": "hazard",
		"rule": "exec/strict/program",
		"message": sprintf("%s reads from a file, but %s", [who_reads, why_not_file({"operands": "file"}, redirect.target, place)]),
		"span": redirect.span,
		"general": true, # where the file is objected to for what it is, that says it
	},
	advice([place], ""),
) if {
	read_only == "allow"
	security == "allowlist"
	every how in grants {
		how != "allowlist"
	}
	some redirect in input.facts.redirects
	redirect.class == "file"
	redirect.read
	not redirect.write
	some place in input.facts.paths
	place.command == redirect.command
	place.arg == -1
	place.raw == redirect.target.value
}

# A tool of an agent's that looks at files is judged as the command that does the same,
# and told of by its own name: entries for programs are not for it.
file_tool := input.request.fileTool

who_reads := sprintf("tool %q", [file_tool])

who_reads := "the shell" if not file_tool

reader_name(command) := command.base if not file_tool

reader_name(_) := file_tool if file_tool

objections contains object.union(
	{
		"grade": "hazard",
		"rule": "exec/strict/program",
		"message": sprintf("tool %q looks at files of the working directory that hold no secrets, but %s", [file_tool, first_why(command)]),
		"span": head_span(command),
	},
	advice([fact | some fact in input.facts.paths; fact.command == command.id; fact.arg > 0], command.base),
) if {
	file_tool
	some command in ungranted
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("tool %q looks at files, and exec.readOnly of the settings is %q", [file_tool, read_only]),
	"hint": "set it to \"allow\"",
	"span": head_span(command),
	"setting": ["exec", "readOnly"],
} if {
	file_tool
	some command in ungranted
	not first_why(command)
}

# What helps: no setting makes a file with secrets one for everybody.
advice(found, name) := {"hint": "give the working directory as \"cwd\" in the request"} if {
	some fact in found
	adrift(fact)
} else := {"hint": "read files of the working directory that hold no secrets", "setting": ["exec", "readOnly"]} if {
	not file_tool
} else := {"hint": "name a place in the working directory, or its folder in exec.allowedRoots of the settings", "setting": ["exec", "allowedRoots"]} if {
	some fact in found
	fact.root == ""
} else := {"hint": "name one file", "offered": "name one file, or ", "candidates": [object.union(whole("grep"), {"any": false})], "setting": ["exec", "allowlist"]} if {
	name == "grep"
	some fact in found
	fact.folder
} else := {"hint": "ask a person to read it"}
