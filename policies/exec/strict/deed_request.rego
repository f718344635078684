# Requests that change what is on another machine, by clients that take their method as a word,
# and what hands on to others that which is sent to this machine.
package skillctl.exec.profiles.strict

import data.skillctl.tables.lasting

# The place of the method of such a request.
asked_at(command, table) := path[i].at if {
	path := path_of(command, table.values)
	i := min({i | some i, _ in path; alters_by(table, path, i)})
	not near_address(command, command.args[path[i + 1].at], table)
} else := min(marks) if {
	# Of a method that stands in an option, which takes no address with it.
	marks := {i | some i, word in command.args; i > 0; regex.match(table.option, word_or_prefix(word))}
	asks_elsewhere(command, table)
}

# One of its words is the address of another machine: no method, and no item of the request.
asks_elsewhere(command, table) if {
	some one in path_of(command, table.values)
	not regex.match(`^[A-Z]+$`, one.word)
	not regex.match(table.item, one.word)
	not near_address(command, command.args[one.at], table)
}

alters_by(table, path, i) if {
	regex.match(table.alters, path[i].word)
	path[i + 1]
}

# Of two words of which the first is not known that one is the method, unless the second cannot
# be an address.
alters_by(table, path, 0) if {
	path[0].word == unknown
	not regex.match(table.item, path[1].word)
}

near_address(command, word, table) if {
	regex.match(table.near, text_so_far(word))
	not forwarded
	not proxied
	every other in command.args {
		not regex.match(table.away, word_or_prefix(other))
	}
}

# What follows the part that is known ends no name of a host.
text_so_far(word) := word.value if is_string(word.value)

text_so_far(word) := concat("", [word.prefix, unknown]) if not is_string(word.value)

# The text names a proxy, which asks in place of the program.
proxied if {
	some one in object.get(input.facts, "assignments", [])
	regex.match(`(?i)^(https?|all)_proxy$`, one.name)
	one.op != "unset"
	not one.value.value == ""
}

# The words by which a request is one of another method than it says.
overrides(command) := [i |
	requests_something(command)
	some i, word in command.args
	i > 0
	some method in overriding(word)
	not regex.match(lasting.overrides.plain, method)
]

requests_something(command) if {
	"network" in command.arguments.effects
	not here_alone(command)
}

requests_something(command) if {
	asks_elsewhere(command, lasting.requests[known_as(command)])
}

# What is known only when it runs is no method that is plain.
overriding(word) := {found[1] |
	some pattern in [lasting.overrides.header, lasting.overrides.field]
	some found in regex.find_all_string_submatch_n(pattern, text_so_far(word), -1)
}

# All that it asks something of is this machine, and nothing hands it on.
here_alone(command) if {
	"here" in command.arguments.effects
	not forwarded
}

# A program of the text takes what is sent to an address of this machine to another one.
forwarded if {
	some command in input.facts.commands
	pattern := lasting.forwards[known_as(command)]
	some word in words_of(command)
	regex.match(pattern, word_or_prefix(word))
}
