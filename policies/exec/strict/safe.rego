# Safe programs: those that may run without an entry as long as they only read
# standard input. They come from a trusted folder, never from PATH alone, their
# arguments are literal and fit the profile, and nothing else in the text changes
# what they see.
package skillctl.exec.profiles.strict

safe_names := {name | some name in object.get(settings, "safeBins", [])}

safe(command) if {
	command.role == "program"
	command.edge == "text"
	command.name in safe_names
	not contains(command.name, "/")
	plain_text
	program := input.facts.programs[command.name]
	program.found
	program.folder in trusted_folders
	not program.worldWritable
	profile := safe_profile(command.name)
	every word in command.args {
		literal(word)
	}
	read := scan(profile, [word.value | some word in array.slice(command.args, 1, count(command.args))])
	read.ok
}

trusted_folders := {"/bin", "/usr/bin"} | {folder | some folder in object.get(settings, "safeBinTrustedDirs", [])}

# Nothing but commands joined by pipes and lists.
plain_text if {
	count(input.facts.assignments) == 0
	count(input.facts.functions) == 0
	count(input.facts.hidden) == 0
	count(input.facts.differences) == 0
	every redirect in input.facts.redirects {
		redirect.class in {"dev-null", "fd-merge", "fd-close"}
	}
	every construct in input.facts.constructs {
		construct.kind in {"pipeline", "and", "or", "sequence", "negation", "comment", "line-continuation"}
	}
	every command in input.facts.commands {
		command.edge == "text"
		not command.name in {"cd", "pushd", "popd", "set", "shopt", "umask", "exec"}
	}
}

literal(word) if {
	settled(word)
	not regex.match("[*?\\[\\]`]", word.value)
	not regex.match(`\$([A-Za-z_0-9({\[@*#?!$-])`, word.value)
}

safe_profile(name) := object.union(built_in, own) if {
	not name in data.skillctl.tables.safe_bins.never
	built_in := object.get(data.skillctl.tables.safe_bins.profiles, name, {})
	own := object.get(settings, ["safeBinProfiles", name], {})
	count(built_in) + count(own) > 0
}

# A profile of the operator's own replaces the flags of the one built in.
flags_of(profile) := object.union_n([
	{flag: "flag" | some flag in object.get(profile, "allowedFlags", [])},
	{flag: "value" | some flag in object.get(profile, "allowedValueFlags", [])},
	{flag: "denied" | some flag in object.get(profile, "deniedFlags", [])},
])

# Reads arguments one by one: options are words, whole; a value follows its
# option or stands behind "=". What is not known is refused.
scan(profile, words) := {"ok": ok} if {
	flags := flags_of(profile)
	kinds := [kind | some word in words; kind := kind_of(flags, word)]
	operands := [word |
		some i, word in words
		kinds[i] == "operand"
		not value_at(kinds, i)
	]
	ok := count([1 | some i, kind in kinds; kind == "refused"; not value_at(kinds, i)]) == 0
	count(operands) >= object.get(profile, "minPositional", 0)
	count(operands) <= object.get(profile, "maxPositional", 0)
	every i, word in words {
		harmless_word(kinds, i, word)
	}
	not dangling(kinds)
}

kind_of(flags, word) := "operand" if {
	not startswith(word, "-")
} else := "option" if {
	flags[word] == "value"
} else := "flag" if {
	flags[word] == "flag"
} else := "joined" if {
	startswith(word, "--")
	at := indexof(word, "=")
	at > 2
	flags[substring(word, 0, at)] == "value"
} else := "joined" if {
	startswith(word, "-")
	not startswith(word, "--")
	count(word) > 2
	flags[substring(word, 0, 2)] == "value"
} else := "flag" if {
	regex.match(`^-[A-Za-z]{2,}$`, word)
	every letter in split(substring(word, 1, -1), "") {
		flags[concat("", ["-", letter])] == "flag"
	}
} else := "refused" if {
	startswith(word, "-")
}

# The word is the value of the option before it.
value_at(kinds, i) if {
	kinds[i - 1] == "option"
	not value_at_two(kinds, i)
}

# An option that is itself a value takes none.
value_at_two(kinds, i) if {
	kinds[i - 1] == "option"
	kinds[i - 2] == "option"
}

dangling(kinds) if kinds[count(kinds) - 1] == "option"

# Values and operands do not name files.
harmless_word(kinds, i, _) if kinds[i] in {"option", "joined", "flag"}

harmless_word(kinds, i, word) if {
	not kinds[i] in {"option", "joined", "flag"}
	not regex.match(`^(/|\./|\.\./|~|[A-Za-z]:\\)`, word)
	word != ""
}
