# Entries of the allow-list that would answer objections, for hints. Whether they do is
# found out by deciding again: an entry is granted only what follows from it then.
package skillctl.exec.profiles.strict

# The entries that may be proposed for a command, the narrowest first; none where its name
# does not stand for it alone.
entries_for(command) := [object.union(entry, {"any": wants_any(command)}) |
	entry_for(command.name)
	not whole_line(command)
	not assigns_first(command)
	some entry in array.concat(narrow_entry(command), [whole(command.name)])
]

# Words that nobody has classed pass only with an entry for any arguments.
wants_any(command) if unclassed_word(command)

default wants_any(_) := false

whole(name) := {"pattern": name, "argPattern": "", "typed": name, "what": name}

# The program with the words that say what it is to do: a sub-command, what that is to
# run, a script or a module; all words where some of them make it last.
narrow_entry(command) := [{"pattern": command.name, "argPattern": sprintf("^%s( |$)", [quoted]), "typed": sprintf("'%s %s'", [command.name, line]), "what": sprintf("%s %s", [command.name, line])} |
	not contains(command.name, "/")
	words := array.slice(command.args, 1, words_that_tell(command) + 1)
	count(words) > 0
	every word in words {
		plain_word(word)
	}
	line := concat(" ", [word.value | some word in words])
	quoted := replace(replace(line, ".", `\.`), "+", `\+`)
]

plain_word(word) if {
	settled(word)
	regex.match(`^[A-Za-z0-9_@%+:,./=-]+$`, word.value)
}

# How many of the first words say what a program is to do.
words_that_tell(command) := count(command.args) - 1 if {
	not deeds[command.id].own
	deeds[command.id]
} else := deeds[command.id].at if {
	deeds[command.id].own
} else := 2 if {
	command.interpreter.mode == "module"
	command.args[1].value == "-m"
} else := 1 if {
	command.interpreter.mode == "file"
	not startswith(command.args[1].prefix, "-")
} else := last_named(command) + 1 if {
	last_named(command) > 0
	"runs" in command.arguments.effects
	not "package" in command.arguments.effects
	not startswith(command.args[last_named(command) + 1].prefix, "-")
} else := last_named(command)

# What to write for all that is wanting, narrow and then wide; none where other objections
# stay, since whoever writes an entry and is asked again has granted more for nothing.
offers := [offer |
	entries_answer
	some level in [0, 1]
	wanted := {entry |
		some objection in judged
		all := objection.candidates
		entry := all[level * (count(all) - 1)]
	}
	count(wanted) > 0
	offer := {
		"entries": [{"pattern": entry.pattern, "argPattern": entry.argPattern, "anyArguments": entry.any} | some entry in wanted],
		"hint": how_to_write(wanted),
	}
]

entries_answer if {
	every objection in judged {
		answered(objection)
	}
}

answered(objection) if count(objection.candidates) > 0

answered(objection) if object.get(verdicts, objection.grade, "allow") == "allow"

how_to_write(wanted) := concat(" and ", array.concat(
	array.concat(
		[line | line := command_line({entry | some entry in wanted; plain_name(entry.pattern); not entry.any}, "to allow it here")],
		[line | line := command_line({entry | some entry in wanted; plain_name(entry.pattern); entry.any}, "--any-arguments")],
	),
	[line | some entry in wanted; not plain_name(entry.pattern); line := sprintf("add %q to exec.allowlist", [entry.pattern])],
))

command_line(entries, "to allow it here") := sprintf("run `skillctl allow %s` to allow it here", [typed(entries)]) if count(entries) > 0

command_line(entries, "--any-arguments") := sprintf("run `skillctl allow %s --any-arguments` to allow all that %s can do", [typed(entries), meant(entries)]) if {
	count(entries) > 0
}

typed(entries) := concat(" ", sort({entry.typed | some entry in entries}))

meant(entries) := concat(", ", sort({entry.what | some entry in entries}))

# Names that a shell reads as they are.
plain_name(name) if regex.match(`^[A-Za-z0-9_@%+:,./][A-Za-z0-9_@%+:,./-]*$`, name)

# Names that an entry of the allow-list can stand for as they are: it would not
# be read as a pattern for others.
entry_for(name) if {
	is_string(name)
	not regex.match(`[*?\\]|^~|^\s|\s$`, name)
}
