# What programs are told to run on another machine, in a word or by standard input.
package skillctl.exec.profiles.strict

import data.skillctl.tables.lasting

# The words that say such a deed; none where standard input does.
told_deeds(command, table) := marks if {
	afar(command, table)
	marks := [i |
		some i, word in command.args
		i > 0
		regex.match(pattern_of(table), word_or_prefix(word))
	]
	count(marks) > 0
} else := [] if {
	afar(command, table)
	some text in fed_texts(command)
	regex.match(pattern_of(table), text)
} else := [] if {
	# What is fed from elsewhere may be any deed, where nothing else reads it.
	afar(command, table)
	not table.host
	count(path_of(command, table.values)) == 0
	fed_unread(command)
}

pattern_of(table) := replace(table.says, "~", lasting.gap)

# It runs on another machine: always, or where a word or a variable says which.
afar(_, table) if not table.host

afar(command, table) if {
	table.host
	"away" in command.arguments.effects
}

afar(_, table) if {
	table.host
	forwarded
}

afar(command, table) if {
	some i, word in command.args
	i > 0
	names_host(command, i, word, table)
}

# What the environment says counts where no word does.
afar(command, table) if {
	some name in object.get(table, "variables", [])
	host := variable(name)
	host != ""
	not near_host(host)
	every word in words_of(command) { not regex.match(table.host, word_or_prefix(word)) }
}

# The text sets it, whatever hands it on.
afar(_, table) if {
	some one in object.get(input.facts, "assignments", [])
	one.name in object.get(table, "variables", [])
	one.op != "unset"
	not near_value(one)
}

near_value(one) if {
	is_string(one.value.value)
	near_host(one.value.value)
}

names_host(command, i, word, table) if {
	text := word_or_prefix(word)
	regex.match(table.host, text)
	not regex.match(table.near, text)
	not near_next(command, i, text, table)
}

# An address of this machine may name another one behind it.
names_host(_, _, word, table) if {
	text := word_or_prefix(word)
	regex.match(table.host, text)
	some found in regex.find_all_string_submatch_n(`(?i)(?:^|[?&=\s])(host|hostaddr|service)\s*=\s*'?([^&\s']*)`, text, -1)
	some host in split(found[2], ",")
	not near_named(lower(found[1]), host)
}

# The address of a database as a whole is known only when it runs.
names_host(_, _, word, _) if {
	not is_string(word.value)
	word.prefix == ""
	word.suffix == ""
}

near_named(key, host) if {
	key != "service"
	near_host(host)
}

near_host(host) if regex.match(`(?i)^(localhost|127\.[0-9.]+|::1|\[::1\]|/.*|%2f.*|)$`, host)

# The host is the next word.
near_next(command, i, text, table) if {
	regex.match(`^(-[a-zA-Z]*h|--host)$`, text)
	regex.match(table.near, word_or_prefix(command.args[i + 1]))
}

# What it is fed: word by word, what each program prints, and all of that one behind the other.
fed_texts(command) := (({command.stdin.text | command.stdin.text} | {text | some text in said}) | {concat("", said)}) | words if {
	feeders := [input.facts.commands[id] | some id in object.get(command.stdin, "from", [])]
	said := [said_by(feeder) | some feeder in feeders]
	words := {word_or_prefix(word) | some feeder in feeders; some word in feeder.args}
}

said_by(command) := sprintf("%s%s", [concat(" ", [word_or_prefix(word) | some word in words_of(command); word.value != "-n"]), line_end(command)])

line_end(command) := "" if ends_no_line(command)

line_end(command) := "\n" if not ends_no_line(command)

ends_no_line(command) if command.base == "printf"

ends_no_line(command) if command.args[1].value == "-n"

fed_unread(command) if command.stdin.kind in {"file", "process", "fd", "network", "dynamic"}

fed_unread(command) if {
	command.stdin.kind in {"heredoc", "herestring"}
	not command.stdin.text
}

fed_unread(command) if {
	command.stdin.kind == "pipe"
	some id in command.stdin.from
	not prints_words(input.facts.commands[id])
}

# What is printed is what stands there: nothing is put together of it.
prints_words(command) if {
	command.base == "echo"
	every word in command.args { plainly_said(word) }
}

prints_words(command) if {
	command.base == "printf"
	every word in command.args { plainly_said(word) }
	every word in array.slice(command.args, 1, 2) { not contains(replace(word.value, `%s\n`, ""), "%") }
}

plainly_said(word) if {
	is_string(word.value)
	not regex.match(`\\[^nrt]`, word.value)
}
