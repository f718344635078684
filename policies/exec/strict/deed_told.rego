# What programs are told to run on another machine, in a word or by standard input.
package skillctl.exec.profiles.strict

# The words that say such a deed; none where standard input does.
told_deeds(command, table) := marks if {
	afar(command, table)
	marks := [i |
		some i, word in command.args
		i > 0
		regex.match(table.says, word_or_prefix(word))
	]
	count(marks) > 0
} else := [] if {
	afar(command, table)
	some text in fed_texts(command)
	regex.match(table.says, text)
} else := [] if {
	# What is fed from elsewhere may be any deed, where nothing else reads it.
	afar(command, table)
	not table.host
	count(path_of(command, table.values)) == 0
	fed_unread(command)
}

# It runs on another machine: always, or where a word says which.
afar(_, table) if not table.host

afar(command, table) if {
	some i, word in command.args
	i > 0
	names_host(command, i, word, table)
}

names_host(command, i, word, table) if {
	text := word_or_prefix(word)
	regex.match(table.host, text)
	not regex.match(table.near, text)
	not near_next(command, i, text, table)
}

# The address of a database as a whole is known only when it runs.
names_host(_, _, word, _) if {
	not is_string(word.value)
	word.prefix == ""
	word.suffix == ""
}

# The host is the next word.
near_next(command, i, text, table) if {
	regex.match(`^(-[a-zA-Z]*h|--host)$`, text)
	regex.match(table.near, word_or_prefix(command.args[i + 1]))
}

fed_texts(command) := {text | text := command.stdin.text} | {text |
	some id in object.get(command.stdin, "from", [])
	some word in input.facts.commands[id].args
	text := word_or_prefix(word)
}

fed_unread(command) if command.stdin.kind == "file"

fed_unread(command) if {
	command.stdin.kind == "pipe"
	some id in command.stdin.from
	not prints_words(input.facts.commands[id])
}

prints_words(command) if {
	command.base in {"echo", "printf"}
	every word in command.args { is_string(word.value) }
}
