# Files that hold secrets, as words, redirects and the texts of small languages name them.
package skillctl.exec.profiles.strict

# Files that hold secrets, or who may log in. Of a word of which only the end is known the end
# counts, wherever what stands before it leads: "$X/.ssh/id_rsa".
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q contains secrets, or controls who may log in", [word.text]),
	"hint": ask_for(word.span),
	"span": word.span,
} if {
	some command in needy
	some word in command.args
	said := ending(word)
	contains(said, "/")
	secret({"value": said})
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q contains secrets, or controls who may log in", [redirect.target.text]),
	"hint": ask_for(redirect.target.span),
	"span": redirect.target.span,
} if {
	some redirect in input.facts.redirects
	redirect.class == "file"
	is_string(redirect.target.value)
	secret(redirect.target)
}

# Files that a text in the arguments reads: the script of sed, the program of awk.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q of %q reads %q, which is outside the working directory and /tmp", [read.option, command.base, read.target.text]),
	"hint": "read below the working directory, or pass the file as an argument",
	"span": read.span,
} if {
	some command in input.facts.commands
	not command.context.elsewhere
	some read in object.get(command, "reads", [])
	is_string(read.target.value)
	outside(read.target, read.target.value, command.dir)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q of %q reads a file that is known only when it runs", [read.option, command.base]),
	"hint": "write the name of the file literally",
	"span": read.span,
} if {
	some command in input.facts.commands
	not command.context.elsewhere
	some read in object.get(command, "reads", [])
	not is_string(read.target.value)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/arguments",
	"message": sprintf("%q contains secrets, or controls who may log in", [read.target.text]),
	"hint": "ask a person to read it",
	"span": read.span,
} if {
	some command in input.facts.commands
	not command.context.elsewhere
	some read in object.get(command, "reads", [])
	is_string(read.target.value)
	secret(read.target)
}

ending(word) := word.value if is_string(word.value)

ending(word) := object.get(word, "suffix", "") if not is_string(word.value)

secret(word) if {
	contains(word.value, "/etc/")
	some file in data.skillctl.tables.critical.secrets.files
	endswith(word.value, file)
	regex.match(`^(/+|.*[*?\[].*/|.*\.\./.*)etc/|^(/+(\./+)*)etc/`, word.value)
}

secret(word) if {
	contains(word.value, "/.")
	some part in data.skillctl.tables.critical.secrets.parts
	contains(word.value, part)
}

secret(word) if {
	startswith(word.value, "/proc/")
	endswith(word.value, "/environ")
}

# What a person can do instead: what the command does with what stands there.
ask_for(span) := "ask a person to delete it" if {
	count(uses_at(span) & {"delete", "delete-tree"}) > 0
} else := "ask a person to change it" if {
	count(uses_at(span) & {"write", "append", "link", "write-into", "redirect", "mode", "mode-tree"}) > 0
} else := "ask a person to read it" if {
	count(uses_at(span) & {"read", "input"}) > 0
} else := "ask a person to do it"

uses_at(span) := {place.use |
	some place in input.facts.places
	place.span == span
}
