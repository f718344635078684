# What cannot be read, or not in the way that the shell will, is never run.
package skillctl.exec.profiles.strict

unread contains {
	"grade": "unreadable",
	"rule": "exec/strict/reading",
	"message": "the command is empty",
} if {
	input.facts.source.blank
}

unread contains object.union(
	{
		"grade": "unreadable",
		"rule": "exec/strict/reading",
		"message": sprintf("the command cannot be read: %s", [input.facts.parse.error.message]),
		"hint": "write it so that the shell itself would read it without doubt",
	},
	span_of(input.facts.parse.error),
) if {
	not input.facts.parse.ok
}

# A belt: whatever did not parse is refused, even where nobody said why.
unread contains {
	"grade": "unreadable",
	"rule": "exec/strict/reading",
	"message": "the command cannot be read",
} if {
	not input.facts.parse.ok
	not input.facts.parse.error
}

span_of(place) := {"span": place.span} if place.span

span_of(place) := {} if not place.span

# A part that runs on another machine or in a container is that one's business;
# the program that carries it there needs its own grant.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": sprintf("%s: %s", [opaque_words[opaque.reason], opaque.detail]),
	"hint": "name the program and its arguments outright",
	"span": opaque.span,
} if {
	some opaque in input.facts.opaque
	not elsewhere(opaque.command)
}

# A shell elsewhere that is fed a text runs it, whatever its name turns out to be.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": "a program on another machine, whose name is not known before it runs, is fed this text",
	"hint": "name the program, and put the text into a file",
	"span": opaque.span,
} if {
	some opaque in input.facts.opaque
	opaque.reason == "name"
	elsewhere(opaque.command)
	input.facts.commands[opaque.command].stdin.kind in {"heredoc", "herestring"}
}

opaque_words := {
	"syntax": "this is not understood",
	"limit": "this is too much to read",
	"encoding": "this is not text",
	"name": "which program runs is not known before it runs",
	"payload": "what the shell runs is not known before it runs",
	"wrapper": "what this runs is not known",
	"arguments": "the arguments decide what runs, and they are not known",
	"dialect": "the grammar of this shell is not known",
	"construct": "this construct is not known",
	"alias": "this stands for another command",
}

elsewhere(id) if {
	id >= 0
	input.facts.commands[id].context.elsewhere
}

objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": sprintf("%q stands for too many words", [word.text]),
	"hint": "use a loop",
	"span": word.span,
} if {
	contains(input.facts.source.text, "{")
	some command in input.facts.commands
	some word in command.args
	word.brace
	word.value == null
	count(word.params) == 0
	not word.substitutes
}

# Characters that make a text look like what it is not. Within quotes they are
# data, except those that turn the direction of the text around.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/reading",
	"message": sprintf("there is a hidden or misleading character here (%s, %s)", [character.rune, character.kind]),
	"hint": "remove it",
	"span": character.span,
} if {
	some character in input.facts.deception
	misleads(character)
}

misleads(character) if not character.quoted

misleads(character) if character.kind == "bidi"

# $'…\'…' ends elsewhere in a shell that has no such quotes.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": "a quote that is escaped within $'…' ends elsewhere in other shells, so that what follows would run",
	"hint": "write the quote as \"'\"",
	"span": difference.span,
} if {
	some difference in input.facts.differences
	difference.kind == "ansi-quote"
	contains(input.facts.source.text, `\'`)
}

# A name, or a word with nothing on a line of its own, that goes on behind the
# end of a line reads like something else.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": sprintf("%q goes on behind the end of a line", [word.text]),
	"hint": "break the line between words",
	"span": word.span,
} if {
	some construct in input.facts.constructs
	construct.kind == "line-continuation"
	some command in input.facts.commands
	some i, word in command.args
	contains(word.text, "\\\n")
	broken(i, word)
}

broken(0, word) if regex.match(`^[^'"]*\\\n`, word.text)

broken(_, word) if regex.match(`^[^'"]*(\\\n\\\n|[$]\\\n)`, word.text)

# A heredoc that is quoted, yet holds what looks like a substitution: whoever
# loses the quotes on the way runs it.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": "the quoted text holds a command substitution, which runs when the quotes are lost",
	"hint": "write the text to a file first",
	"span": redirect.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "heredoc"
	redirect.target.quote != "none"
	some command in input.facts.commands
	command.id == redirect.command
	regex.match("[$][(]|`", object.get(command.stdin, "text", ""))
	lone_heredoc(command)
}

# Text that goes into a file is data.
lone_heredoc(command) if not writes_file(command.id)

writes_file(id) if {
	some redirect in input.facts.redirects
	redirect.command == id
	redirect.class == "file"
	redirect.write
}

# More rights than a command has by itself are not to be had here.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/reading",
	"message": "the request asks for more rights (elevated), and this profile has none to give",
	"hint": "ask without it",
} if {
	object.get(input.request, "elevated", false) != false
}
