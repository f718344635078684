# What the words of a granted program are for, as policies/programs says: a word
# that its entry does not class may do anything, and is asked about.
package skillctl.exec.profiles.strict

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/understood",
	"message": sprintf("%s %s", [command.base, word.why]),
	"hint": hint_for_word(word),
	"offered": sprintf("%s, or ", [hint_for_word(word)]),
	"candidates": entries_for(command),
	"span": word.span,
	"general": true,
	"setting": ["exec", "allowlist"],
} if {
	some command in read_by_words
	some word in command.arguments.unclassed
}

# Each reading of a command is judged as it is written out; of these there are too many.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/understood",
	"message": sprintf("the words of %q have more values than are looked at, or some that are not read", [command.text]),
	"hint": "write the words literally, or make several requests of it",
	"span": head_span(command),
} if {
	some command in needy
	command.unspelled
}

read_by_words := [command |
	some command in needy
	is_object(command.arguments)
	grants[command.id] == "allowlist"
	not any_arguments(command)
]

# The commands whose words an entry is about, unless the operator grants any.
read_by_entry := [command |
	some command in needy
	command.arguments.entry
	grants[command.id] == "allowlist"
	not any_arguments(command)
]

hint_for_word(word) := "write it without" if word.kind != "words"

hint_for_word(word) := "write the word literally" if word.kind == "words"

# Words that name something that runs, is loaded, or says what runs.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/understood",
	"message": sprintf("%s of %q %s", [place_option(place), command.base, place_words[place.role]]),
	"hint": "leave it out, or run what it names as a separate command",
	"span": place.span,
} if {
	some command in read_by_entry
	not command.context.elsewhere
	some place in command.arguments.places
	place_words[place.role]
	not harmless_place(command, place)
	not already_hit(command, place)
}

place_words := {
	"program": "names a program to run",
	"shell": "is run by a shell as a command line",
	"library": "names a library to load",
	"config": "changes settings, which can name programs to run",
	"package": "downloads a package, which may run what it brings",
	"stdin": "makes it run what it reads from standard input",
}

place_option(place) := sprintf("%q", [place.option]) if place.option != ""

place_option(place) := sprintf("the word %q", [place.target.text]) if place.option == ""

# The name of a package of the registry is what people install.
harmless_place(_, place) if {
	place.role == "package"
	is_string(place.target.value)
	regex.match(`^(@[A-Za-z0-9_.-]+/)?[A-Za-z0-9_.\[\],-]+((@|[=<>!~]=?)[A-Za-z0-9_.*^~=<>!,-]+)?$`, place.target.value)
	not packed(place.target.value)
}

# A file of this folder, which installers take for a package by its ending.
packed(name) if regex.match(`(?i)\.(whl|egg|zip|t[gbx]z|tlz|tar|tar\.[a-z0-9]+|gem|crate|nupkg|phar)$`, name)

# What the shell runs was read as commands.
harmless_place(command, place) if {
	place.role == "shell"
	some other in input.facts.commands
	other.parent == command.id
	split(other.via, "=")[0] == place.option
}

# Names of files that are read: what they come to is a place of its own.
harmless_place(_, place) if {
	place.role == "stdin"
	object.get(place, "of", "") == "read"
}

# The text was read where it stands, as that of an argument is.
harmless_place(_, place) if {
	place.role == "stdin"
	trim_prefix(object.get(place, "of", ""), "code:") in languages_read
}

already_hit(command, place) if {
	some hit in command.hits
	hit.option == place.option
	hit.option != ""
}

objections contains {
	"grade": inline_grade,
	"rule": "exec/strict/understood",
	"message": sprintf("%s of %q is code in the language %s, which skillctl does not read", [place_option(place), command.base, place.of]),
	"hint": "write the code to a file and run the file",
	"span": place.span,
} if {
	some command in read_by_entry
	not command.context.elsewhere
	some place in command.arguments.places
	place.role == "code"
	not place.of in languages_read
	not object.get(command, ["interpreter", "mode"], "") in {"inline", "program"}
}

# Texts that are read as what they are, with what they do as facts of the command, or
# that have no effect but what is shown.
languages_read := {"awk", "sed", "jq", "yq", "curl", "find-printf", "regex", "printf", "sqlite", "psql", "mysql", "make", "gdb", "tmux", "ffmpeg-filter", "go-ldflags", "go-gcflags"}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/understood",
	"message": sprintf("%q %s", [command.base, effect_words[effect]]),
	"hint": "ask a person to run it",
	"span": head_span(command),
} if {
	some command in read_by_entry
	not command.context.elsewhere
	some effect in command.arguments.effects
	effect_words[effect]
	command.carries != "container"
	not "info" in command.arguments.effects
}

# Folders and files elsewhere that an option has the program run code of: those of the
# working directory are what was granted.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/understood",
	"message": sprintf("%q makes %q run code of %q, which is outside the working directory and /tmp", [place.option, command.base, place.target.text]),
	"hint": "change to that folder in a request of its own",
	"span": place.span,
} if {
	some command in read_by_entry
	not command.context.elsewhere
	some place in command.arguments.places
	place.option != ""
	runs_code_of(command, place)
	elsewhere_place(command, place)
}

runs_code_of(_, place) if place.role == "run"

runs_code_of(command, place) if {
	place.role == "folder"
	some effect in ["runs", "package"]
	effect in command.arguments.effects
}

elsewhere_place(_, place) if startswith(place.target.prefix, "~")

elsewhere_place(command, place) if {
	is_string(place.target.value)
	not startswith(place.target.value, "~")
	some full in real_places(place.target.value, command.dir)
	not within(full)
}

effect_words := {
	"privilege": "gives control over the machine",
	"secrets": "shows credentials that it keeps or has access to",
}

# Where commands write, as pairs, without what runs elsewhere: made once for all rules
# about them.
writes := [[command, write] |
	some command in input.facts.commands
	not command.context.elsewhere
	some write in command.writes
]
