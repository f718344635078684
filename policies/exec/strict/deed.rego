# Which commands change what is on another machine so that it cannot be taken back. Of clients
# of a service the table says what only looks or stays here; all else is such a deed.
package skillctl.exec.profiles.strict

import data.skillctl.tables.lasting
import data.skillctl.tables.learned

# By command: what is said of it, whether the sub-command does it whatever its options are
# ("own"), the place of the last word that names it, and those that make it one.
deeds := {command.id: deed |
	some command in needy
	is_object(command.arguments)
	deed := deed_of(command)
	not only_shown(command)
	not superseded(command)
}

deed_of(command) := {"what": "publishes what it sends", "own": own, "at": last_named(command), "marks": marked(command)} if {
	"publishes" in command.arguments.effects
	own := "publishes" in command.arguments.own
} else := {"what": "deletes or overwrites what is on another machine", "own": own, "at": last_named(command), "marks": marked(command)} if {
	count(command.arguments.sub) > 0
	"network" in command.arguments.effects
	"deletes" in command.arguments.effects
	own := "deletes" in command.arguments.own
} else := {"what": "changes or deletes what is on another machine", "own": false, "at": last_named(command), "marks": marked(command)} if {
	"alters" in command.arguments.effects
	not here_alone(command)
	not asks_only(command)
} else := {"what": "changes or deletes what is on another machine", "own": false, "at": at, "marks": [at]} if {
	at := asked_at(command, lasting.requests[known_as(command)])
} else := {"what": "changes or deletes what is on another machine", "own": false, "at": last_named(command), "marks": marks} if {
	marks := overrides(command)
	count(marks) > 0
} else := {"what": "changes or deletes what is on another machine", "own": false, "at": path[0].at, "marks": marks} if {
	table := listed(command)
	path := path_of(command, table.values)
	marks := marks_with(command, table, path)
	count(marks) > 0
} else := {"what": "may change or delete what is on another machine", "own": true, "at": verb_at(client, looking(command, client), path), "marks": []} if {
	client := lasting.clients[known_as(command)]
	path := path_of(command, client.values)
	not looks(command, client, path)
} else := {"what": "publishes, or deletes what is on another machine", "own": true, "at": at, "marks": []} if {
	table := lasting.deeds[known_as(command)]
	not table.server
	at := deed_at(table, path_of(command, table.values))
} else := {"what": deletes_where(command, table), "own": true, "at": at, "marks": []} if {
	table := lasting.deeds[known_as(command)]
	at := deed_at(table, path_of(command, table.values))
	lasts_there(command, table)
} else := {"what": "may change or delete what is on another machine", "own": false, "at": path[0].at, "marks": marks} if {
	table := lasting.deeds[known_as(command)].directed
	path := path_of(command, lasting.deeds[known_as(command)].values)
	marks := directed_by(command, table, path[0].at)
	not looks(command, table, path)
} else := {"what": deletes_where(command, table), "own": count(marks) == 0, "at": 0, "marks": marks} if {
	table := lasting.deeds[known_as(command)]
	marks := told_deeds(command, table)
}

listed(command) := clients_and_deeds[known_as(command)]

# Tables alone lead to it, so that it is found once.
clients_and_deeds := object.union(lasting.clients, lasting.deeds)

# The name that the table has it by; a module that is run is the program of that name.
known_as(command) := object.get(lasting.same, name, name) if {
	name := module_of(command)
} else := object.get(lasting.same, command.base, command.base)

module_of(command) := split(command.interpreter.operand.value, ".")[0] if command.interpreter.mode == "module"

# The place of the last word that the entry of the program takes for a sub-command.
default last_named(_) := 0

last_named(command) := command.arguments.at[count(command.arguments.sub) - 1] if count(command.arguments.sub) > 0

marked(command) := [i |
	some i, word in command.args
	i > 0
	is_string(word.value)
	regex.match(`^[-+:]`, word.value)
]

# The words that say what is to be done, from the first on that may be a sub-command, without
# options and their values. A word that is known only when it runs may be any.
path_of(command, values) := [{"at": i, "word": word_or_unknown(word), "behind": startswith(command.args[i - 1].prefix, "-")} |
	some i, word in command.args
	starts_path(command, i)
	not startswith(word.prefix, "-")
	not object.get(command.args[i - 1], "value", null) in values
]

starts_path(command, i) if i in command.arguments.at

starts_path(command, i) if {
	count(command.arguments.at) > 0
	i > command.arguments.at[count(command.arguments.at) - 1]
}

starts_path(command, i) if {
	count(command.arguments.at) == 0
	i > before_path(command)
}

# Where the name of the module is, 0 where none is run.
default before_path(_) := 0

before_path(command) := min(at) if {
	command.interpreter.mode == "module"
	at := {i | some i, word in command.args; word.span == command.interpreter.operand.span}
	count(at) > 0
}

word_or_unknown(word) := word.value if settled(word)

word_or_unknown(word) := unknown if not settled(word)

# What stands for a word that is known only when it runs.
unknown := "\u0000"

words_in(path) := [one.word | some one in path]

# What is listed, and what is proposed to be allowed since it looks or works here.
looking(command, client) := {path | some path in client.looks} | {path |
	some path in object.get(learned.listed, known_as(command), [])
	path != "*"
}

looks(_, client, []) if not object.get(client, "alone", false)

looks(_, _, path) if path[0].word in lasting.always

looks(command, client, path) if {
	known := looking(command, client)
	words := words_in(path)
	some n in numbers.range(1, min([count(words), 4]))
	begins := concat(" ", array.slice(words, 0, n))
	looks_so(known, begins, count(words) == n)
}

# The entry of the program takes no sub-command but those that look.
looks(command, client, _) if {
	object.get(client, "entry", false)
	count(command.arguments.sub) > 0
	every word in command.arguments.unclassed { word.kind != "sub-command" }
}

looks(_, client, path) if {
	not object.get(client, "first", false)
	regex.match(client.verb, path[client.at].word)
}

# The first word that is known at all is one that looks.
looks(_, client, path) if {
	client.first
	known := [one.word | some i, one in path; i > 0; regex.match(concat("|", [client.verb, client.but]), one.word)]
	regex.match(client.verb, known[0])
}

looks(command, client, path) if {
	stays_here(client, path[0].word)
	every word in array.slice(command.args, path[0].at, count(command.args)) {
		settled(word)
		not regex.match(client.elsewhere, word.value)
	}
}

looks(command, client, _) if {
	some word in command.args
	word.value in object.get(client, "here", [])
}

looks_so(known, begins, _) if sprintf("%s *", [begins]) in known

looks_so(known, begins, true) if begins in known

# A word that has more below it stands for itself alone.
looks_so(known, begins, false) if {
	begins in known
	every path in known { not startswith(path, sprintf("%s ", [begins])) }
}

stays_here(client, _) if "*" in client.local

stays_here(client, word) if word in client.local

# The words that make a sub-command a deed: docker build --push.
marks_with(command, table, path) := [i |
	words := concat(" ", words_in(path))
	some begins, pattern in object.get(table, "with", {})
	startswith(sprintf("%s ", [words]), sprintf("%s ", [begins]))
	some i, word in command.args
	i > path[0].at
	regex.match(pattern, word_or_prefix(word))
]

word_or_prefix(word) := word.value if is_string(word.value)

word_or_prefix(word) := word.prefix if not is_string(word.value)

# Which word of a client says what it does: the one behind all that have more below them.
default verb_at(_, _, _) := 0

verb_at(client, known, path) := path[min([n, count(path) - 1])].at if {
	words := words_in(path)
	count(words) > 0
	n := max(((({0} | {i |
		some i in numbers.range(1, min([count(words), 3]))
		begins := sprintf("%s ", [concat(" ", array.slice(words, 0, i))])
		some look in known
		startswith(look, begins)
	}) | {client.at | client.at}) | {i |
		client.first
		some i, word in words
		i > 0
		first_known(client, words) == word
	}))
}

first_known(client, words) := [word | some i, word in words; i > 0; regex.match(concat("|", [client.verb, client.but]), word)][0]

# The words in front of the sub-command by which a program that works here works elsewhere; none
# where a variable has it do so.
directed_by(command, table, before) := marks if {
	marks := [i |
		some i, word in command.args
		i > 0
		i < before
		regex.match(table.option, word_or_prefix(word))
		not regex.match(table.near, text_so_far(word))
		not regex.match(table.near, text_so_far(command.args[i + 1]))
	]
	count(marks) > 0
} else := [] if {
	some name in table.variables
	value := variable(name)
	value != ""
	not regex.match(table.near, value)
}

# A word that is known only when it runs may be any.
deed_at(table, path) := path[0].at if {
	table.lasts
	path[0].word == unknown
} else := path[last].at if {
	found := regex.find_n(table.lasts, concat(" ", words_in(path)), 1)[0]
	last := count(split(trim_space(found), " ")) - 1
} else := path[last].at if {
	# Its first word may be the value of an option that nobody knows.
	path[0].behind
	found := regex.find_n(table.lasts, concat(" ", array.slice(words_in(path), 1, count(path))), 1)[0]
	last := count(split(trim_space(found), " "))
} else := min(at) if {
	at := {one.at |
		some one in path
		does(table.word, one.word)
		not regex.match(object.get(table, "but", `^$`), one.word)
	}
	count(at) > 0
}

does(_, word) if word == unknown

does(pattern, word) if regex.match(pattern, word)

# A query of GraphQL is sent as what changes something is, and says itself what it is.
asks_only(command) if {
	command.arguments.sub == ["api"]
	some word in command.args
	word.value == "graphql"
	every other in command.args {
		settled(other)
		not regex.match(`(?i)\bmutation\b|=@|^--input|^(-X|--method)`, other.value)
	}
}

# It says what it would do, or how it is called, and does nothing there.
only_shown(command) if "info" in command.arguments.effects

only_shown(command) if {
	"dry" in command.arguments.effects
	not done_all_the_same(command)
	not taken_back(command)
}

only_shown(command) if {
	not command.arguments.entry
	command.args[count(command.args) - 1].value in {"--help", "--version"}
	not startswith(command.args[count(command.args) - 2].prefix, "-")
}

# Of a program without an entry nobody knows whether a word is the value of the option in
# front of it.
only_shown(command) if {
	not command.arguments.entry
	some i, word in command.args
	i > 1
	word.value in object.get(listed(command), "dry", [])
	not startswith(command.args[i - 1].prefix, "-")
	not done_all_the_same(command)
	not taken_back(command)
}

# A word of which nothing is known may say that it is done after all, unless it is the value of
# an option in front of it.
taken_back(command) if {
	some i, word in command.args
	i > 0
	not settled(word)
	word.prefix == ""
	not valued(command.args[i - 1])
}

valued(word) if {
	startswith(word.prefix, "-")
	not contains(word.prefix, "=")
	not contains(word.prefix, "dry")
}

done_all_the_same(command) if {
	some word in command.args
	regex.match(`^--no-dry-?run|^--dry-?run=(false|none|no|off|0|f)$`, word_or_prefix(word))
}

done_all_the_same(command) if {
	some word in command.args
	startswith(word.prefix, "--dry")
	not is_string(word.value)
}

done_all_the_same(command) if {
	some i, word in command.args
	word.value in {"--dry-run", "--dryrun"}
	command.args[i + 1].value in {"false", "none", "no", "off", "0"}
}
