# A text that cannot be read, or not as the shell will read it, is never run.
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
		"hint": "correct the syntax, or write it more simply",
	},
	span_of(input.facts.parse.error),
) if {
	not input.facts.parse.ok
}

# As a safety net, whatever did not parse is refused, even without an error message.
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

# A part that runs on another machine or in a container is not judged here; the
# program that sends it there needs an allow-list entry.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": sprintf("%s: %s", [opaque_words[opaque.reason], opaque.detail]),
	"hint": "write the program and its arguments literally",
	"span": opaque.span,
} if {
	some opaque in input.facts.opaque
	not elsewhere(opaque.command)
}

# A shell on another machine runs the text that it is given, whatever its name.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": "this text is the input of a program on another machine whose name is known only when it runs",
	"hint": "write the name of the program, and put the text into a file",
	"span": opaque.span,
} if {
	some opaque in input.facts.opaque
	opaque.reason == "name"
	elsewhere(opaque.command)
	input.facts.commands[opaque.command].stdin.kind in {"heredoc", "herestring"}
}

opaque_words := {
	"syntax": "skillctl does not understand this",
	"limit": "this is longer or more deeply nested than skillctl reads",
	"encoding": "this is not UTF-8 text",
	"name": "which program runs is known only when it runs",
	"payload": "what the shell runs is known only when it runs",
	"wrapper": "skillctl cannot tell which command this runs",
	"arguments": "the arguments decide what runs, and are known only when it runs",
	"dialect": "skillctl does not know the grammar of this shell",
	"construct": "skillctl does not know this construct",
	"lines": "a line or a word does not end where it seems to",
	"alias": "this is an alias of another command",
}

elsewhere(id) if {
	id >= 0
	input.facts.commands[id].context.elsewhere
}

objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": sprintf("%q expands to too many words", [word.text]),
	"hint": "write a loop",
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
	"message": sprintf("the command contains a hidden or misleading character (%s, %s)", [character.rune, character.kind]),
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
	"message": "shells disagree where $'…' with an escaped quote ends, so the text after it could run",
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
	"message": sprintf("the word %q continues on the next line", [word.text]),
	"hint": "break lines only between words",
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

# A quoted heredoc with something like a substitution in it, which runs when a
# program on the way drops the quotes.
objections contains {
	"grade": "opaque",
	"rule": "exec/strict/reading",
	"message": "the quoted text contains a command substitution, which runs if the quotes get lost",
	"hint": "write the text to a file first, and use the file",
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

# Text that goes into a file is data, and so is the message of a commit.
lone_heredoc(command) if {
	not writes_file(command.id)
	not takes_message(command)
}

takes_message(command) if {
	command.base == "git"
	command.arguments.sub[0] in {"commit", "notes", "tag"}
	some i, word in command.args
	word.value in {"-F", "--file"}
	command.args[i + 1].value == "-"
}

writes_file(id) if {
	some redirect in input.facts.redirects
	redirect.command == id
	redirect.class == "file"
	redirect.write
}

# This profile has no elevated commands.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/reading",
	"message": "the request asks to run elevated, which this profile never allows",
	"hint": "send the request without elevated",
} if {
	object.get(input.request, "elevated", false) != false
}
