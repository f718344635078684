# What programs are told to run on another machine, in a word or by standard input.
package skillctl.exec.profiles.strict

import data.skillctl.tables.lasting

# The words that say such a deed; none where standard input does.
told_deeds(command, table) := marks if {
	lasts_there(command, table)
	marks := [i |
		some i, word in command.args
		i > 0
		says_deed(table, text_of(word))
	]
	count(marks) > 0
} else := [] if {
	lasts_there(command, table)
	some text in fed_texts(command)
	says_deed(table, text)
} else := [] if {
	# What is fed from elsewhere may be any deed, where nothing else reads it.
	lasts_there(command, table)
	table.fed
	count(path_of(command, table.values)) == 0
	fed_unread(command)
}

# What a server of this machine keeps counts where the table says so.
lasts_there(_, table) if table.keeps

lasts_there(command, table) if afar(command, table)

deletes_where(command, table) := "deletes what is on another machine" if afar(command, table)

deletes_where(command, table) := "deletes what a server of this machine keeps" if not afar(command, table)

# A text of which a part is known only when it runs counts as it is written.
text_of(word) := word.value if is_string(word.value)

text_of(word) := trim(word.text, `"'`) if not is_string(word.value)

says_deed(table, text) if regex.match(table.says, text)

says_deed(table, text) if {
	table.speaks == "sql"
	regex.match(gapped(lasting.sql.does), text)
}

# A statement that says of no rows that it is for them alone is for all of them.
says_deed(table, text) if {
	table.speaks == "sql"
	some statement in lasting.sql.whole
	some i, behind in regex.split(sprintf(`(?i)\b%s\b`, [statement.verb]), text)
	i > 0
	said := regex.split(statement.ends, behind)[0]
	regex.match(gapped(statement.of), said)
	not regex.match(gapped(statement.but), said)
	not for_some_rows(said)
}

for_some_rows(said) if {
	not regex.match(lasting.sql.odd, regex.replace(said, `(?s)/\*.*?\*/`, " "))
	regex.match(lasting.sql.bounded, regex.replace(said, lasting.sql.aside, " "))
	not regex.match(lasting.sql.all, said)
}

gapped(pattern) := replace(pattern, "~", lasting.gap)

# Where a client asks, unless it is told otherwise: this machine.
server_of(table) := lasting.servers[table.server]

# It runs on another machine: always, or where a word or a variable says which.
afar(_, table) if not table.server

afar(command, table) if {
	table.server
	"away" in command.arguments.effects
}

afar(_, table) if {
	table.server
	forwarded
}

afar(command, table) if {
	some i, word in command.args
	i > 0
	names_host(command, i, word, server_of(table))
}

# What the environment says counts where no word does, and of some variables all the same.
afar(command, table) if {
	server := server_of(table)
	some name, kind in server.variables
	host := variable(name)
	not near_variable(kind, host)
	not words_win(command, server, kind)
}

# The text sets it, whatever hands it on.
afar(_, table) if {
	some one in object.get(input.facts, "assignments", [])
	kind := server_of(table).variables[one.name]
	one.op != "unset"
	not near_value(kind, one)
}

near_variable(_, "")

near_variable(kind, host) if {
	not kind.any
	near_host(host)
}

words_win(command, server, kind) if {
	not kind.over
	some word in words_of(command)
	regex.match(server.host, word_or_prefix(word))
}

near_value(kind, one) if {
	is_string(one.value.value)
	near_variable(kind, one.value.value)
}

names_host(command, i, word, server) if {
	text := word_or_prefix(word)
	regex.match(server.host, text)
	not regex.match(server.near, text)
	not near_next(command, i, text, server)
}

# An address of this machine may name another one behind it.
names_host(_, _, word, server) if {
	text := word_or_prefix(word)
	regex.match(server.host, text)
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
near_next(command, i, text, server) if {
	regex.match(`^(-[a-zA-Z]*h|--host)$`, text)
	regex.match(server.near, word_or_prefix(command.args[i + 1]))
}

# What it is fed: word by word, what each program prints, and all of that one behind the other.
fed_texts(command) := (({command.stdin.text | command.stdin.text} | {text | some text in said}) | {concat("", said)}) | words if {
	feeders := [input.facts.commands[id] | some id in object.get(command.stdin, "from", [])]
	said := [said_by(feeder) | some feeder in feeders]
	words := {word_or_prefix(word) | some feeder in feeders; some word in feeder.args}
}

# A program that prints words writes a line end for \n, or may.
said_by(command) := sprintf("%s%s", [regex.replace(regex.replace(said, `\\[nr]`, "\n"), `\\t`, "\t"), line_end(command)]) if {
	said := concat(" ", [word_or_prefix(word) | some word in words_of(command); word.value != "-n"])
}

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

	# Each argument is a line of its own.
	every word in array.slice(command.args, 1, 2) { regex.match(`^([^%]*\\n)?(%s\\n)*[^%]*$`, word.value) }
}

plainly_said(word) if {
	is_string(word.value)
	not regex.match(`\\[^nrt]`, word.value)
}
