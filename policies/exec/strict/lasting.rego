# What cannot be taken back on another machine, and entries of the allow-list that name it.
package skillctl.exec.profiles.strict

# No entry for a whole program is meant for it: it has to be named, and an option or operand for
# it as well.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q %s, and no entry of the allow-list names that", [told_words(command), lasts.what]),
	"offered": "",
	"candidates": [object.union(entry, {"any": false}) | some entry in narrow_entry(command)],
	"span": command.args[1].span,
	"setting": ["exec", "allowlist"],
} if {
	some command in read_by_entry
	lasts := lasts_elsewhere(command)
	not lasting_named(command, lasts)
}

told_words(command) := concat(" ", [word.text | some word in command.args])

# What a sub-command does that lasts: by itself, or by its further words.
lasts_elsewhere(command) := {"what": "publishes what it sends", "own": true} if {
	count(command.arguments.sub) > 0
	"publishes" in command.arguments.effects
} else := {"what": "deletes or overwrites what is on another machine", "own": own} if {
	count(command.arguments.sub) > 0
	"network" in command.arguments.effects
	"deletes" in command.arguments.effects
	own := "deletes" in command.arguments.own
}

lasting_named(command, lasts) if {
	some entry in others
	entry.argPattern != ""
	name_matches(entry.pattern, command)
	arguments_match(entry.argPattern, command)
	names_more(command, lasts, entry.argPattern)
}

# An entry names the sub-command itself if it would not fit without it: "repo" is no name for
# "repo delete".
names_more(command, lasts, pattern) if {
	lasts.own
	verb := command.arguments.sub[count(command.arguments.sub) - 1]
	at := [i | some i, word in command.args; i > 0; word.value == verb]
	count(at) > 0
	not ecmascript.match(pattern, without(command, at[0])).match
}

# It names what the further words do if it would fit without none of those that may do it:
# options, and what has a mark in front of it, as references of git do.
names_more(command, lasts, pattern) if {
	not lasts.own
	count(marked(command)) > 0
	every i in marked(command) { not ecmascript.match(pattern, without(command, i)).match }
}

# All up to the sub-command alone is something else.
names_more(command, lasts, pattern) if {
	not lasts.own
	count(marked(command)) == 0
	not ecmascript.match(pattern, up_to_verb(command)).match
}

marked(command) := [i |
	some i, word in command.args
	i > 0
	is_string(word.value)
	regex.match(`^[-+:]`, word.value)
]

# The arguments without one of them, in one text.
without(command, left) := concat(" ", [word.value | some i, word in command.args; i > 0; i != left; is_string(word.value)])

default up_to_verb(_) := ""

up_to_verb(command) := concat(" ", [word.value | some word in array.slice(command.args, 1, last + 1); is_string(word.value)]) if {
	verb := command.arguments.sub[count(command.arguments.sub) - 1]
	last := min({i | some i, word in command.args; i > 0; word.value == verb})
}
