# What the client of a service that keeps secrets prints is for whoever asked for it, to
# sign in with: handing it to another machine in any other way is asked.
package skillctl.exec.profiles.strict

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%q may hand %s, which %q prints, to another machine", [sender.base, what, keeper]),
	"hint": "ask a person to send it, or sign in with it: in the header Authorization, or by --password-stdin",
	"span": head_span(sender),
} if {
	count(shown_secrets) > 0
	some sender in senders
	some id in graph.reachable(hands_from, {sender.id})
	id != sender.id
	some [keeper, what] in shown_secrets[id]
}

# The commands that print a secret of a service, and what that is.
shown_secrets[command.id] contains [command.base, known.what] if {
	some known in data.skillctl.tables.private.services
	not known.mixed
	some command in input.facts.commands
	command.base in known.names
	said := concat(" ", array.slice(command.argv, 1, count(command.argv)))
	regex.match(known.says, said)
	not kept_without(known, said)
	not signs_in(command)
}

kept_without(known, said) if regex.match(known.without, said)

# Where what a command sends is from, but for what it signs in with.
hands_from[node] := parts if {
	some node, all_parts in comes_from
	parts := {part | some part in all_parts; not [node, part] in signed}
}

signed contains [command.id, made.id] if {
	some made in input.facts.commands
	made.edge == "substitution"
	some command in input.facts.commands
	command.id == made.parent
	some word in command.args
	word.substitutes
	every other in [one | some one in command.args; one.substitutes] {
		in_sign(command, other)
	}
}

signed contains [command.id, assignment.command] if {
	some assignment in input.facts.assignments
	some command in input.facts.commands
	some word in command.args
	assignment.name in word.params
	every other in [one | some one in command.args; assignment.name in one.params] {
		in_sign(command, other)
	}
}

# A header by which one says who asks, or the password of an account. Where the text is no header it is
# something that is sent: "-d 'token: …'".
in_sign(command, word) if {
	some i, one in command.args
	one.span == word.span
	command.args[i - 1].value in {"-H", "--header"}
	regex.match(concat("", ["^", signing]), word.prefix)
}

in_sign(_, word) if regex.match(concat("", [`^(-H *|--header=)`, signing]), word.prefix)

signing := `(?i)((proxy-)?authorization|(x-)?([a-z]+-)*(api-?key|token)) *:`

in_sign(command, word) if {
	some i, one in command.args
	one.span == word.span
	command.args[i - 1].value in {"-u", "--user", "--oauth2-bearer"}
}
