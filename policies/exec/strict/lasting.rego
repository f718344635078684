# What cannot be taken back on another machine, and entries of the allow-list that name it.
# Which deeds these are, and which words say them, is in deed.rego.
package skillctl.exec.profiles.strict

# No entry for a whole program is meant for it, not one for any arguments either: it has to be
# named, and an option or operand for it as well.
objections contains object.union(
	{
		"grade": "hazard",
		"rule": "exec/strict/arguments",
		"message": sprintf("%q %s, and no entry of the allow-list names that", [told_words(command), deed.what]),
		"candidates": [object.union(entry, {"any": wants_any(command)}) | some entry in narrow_entry(command)],
		"span": command.args[min([1, count(command.args) - 1])].span,
		"setting": ["exec", "allowlist"],
	},
	named_by(command),
) if {
	some command in needy
	grants[command.id] == "allowlist"
	deed := deeds[command.id]
	not lasting_named(command, deed)
}

told_words(command) := concat(" ", [word.text | some word in command.args])

default named_by(_) := {"offered": ""}

named_by(command) := {"hint": "ask a person to run it, or add an entry to exec.allowlist whose argPattern has the words that say it"} if {
	count(narrow_entry(command)) == 0
}

lasting_named(command, deed) if {
	some entry in others
	entry.argPattern != ""
	name_matches(entry.pattern, command)
	arguments_match(entry.argPattern, command)
	names_more(command, deed, entry.argPattern)
}

# An entry names the sub-command itself if it would not fit without it: "repo" is no name for
# "repo delete".
names_more(command, deed, pattern) if {
	deed.own
	deed.at > 0
	not ecmascript.match(pattern, without(command, deed.at)).match
}

# Where no word at all is a deed, that is what the entry is for.
names_more(_, deed, pattern) if {
	deed.own
	deed.at == 0
	pattern == "^$"
}

# It names what the further words do if it would fit without none of those that may do it:
# options, and what has a mark in front of it, as references of git do.
names_more(command, deed, pattern) if {
	not deed.own
	count(deed.marks) > 0
	every i in deed.marks { not ecmascript.match(pattern, without(command, i)).match }
}

# All up to the sub-command alone is something else.
names_more(command, deed, pattern) if {
	not deed.own
	count(deed.marks) == 0
	not ecmascript.match(pattern, up_to(command, deed.at)).match
}

# The arguments without one of them, in one text.
without(command, left) := concat(" ", [word.value | some i, word in command.args; i > 0; i != left; is_string(word.value)])

up_to(command, last) := concat(" ", [word.value | some word in array.slice(command.args, 1, last + 1); is_string(word.value)])
