# Files with secrets in the working directory: reading them is what a program there is
# for; handing what they hold to another machine is asked.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.glob

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/place",
	"message": sprintf("%q may hand what is in %q, which may hold secrets, to another machine", [sender.base, name]),
	"hint": "ask a person to send it",
	"span": head_span(sender),
} if {
	count(secret_readers) > 0
	some sender in senders
	some id in graph.reachable(comes_from, {sender.id})
	some name in secret_readers[id]
}

# The commands that reach other machines, and those of which nobody says whether they do.
senders contains command if {
	some command in input.facts.commands
	"network" in command.arguments.effects
}

senders contains command if {
	some command in input.facts.commands
	command.role == "program"
	command.carries == ""
	is_object(command.arguments)
	not command.arguments.entry
	not command.base in data.skillctl.tables.builtins.inert
	not readers.programs[command.base]
}

# The commands that read a file with secrets, and what that is called.
secret_readers[command.id] contains place.target.text if {
	some command in input.facts.commands
	some place in command.arguments.places
	place.role in {"read", "delete"}
	not object.get(place, "extent", "") == "names"
	some value in [place.target.value, object.get(place, "computed", null)]
	is_string(value)
	some name in read_names(command, value)
	secret_file(name)
}

# Curl takes braces and brackets in the name of a file that it uploads for patterns.
read_names(command, value) := {value} if command.base != "curl"

read_names(command, value) := {value, regex.replace(value, `[\[\]]`, "")} | {part | some part in regex.split(`[{},]`, value)} if command.base == "curl"

secret_readers[place.command] contains place.text if {
	some place in input.facts.places
	place.use in {"read", "input"}
	place.command >= 0
	secret_file(place.path)
}

# A pattern that a file with secrets fits.
secret_readers[place.command] contains place.text if {
	some place in input.facts.places
	place.use in {"read", "input"}
	place.command >= 0
	not place.known
	not regex.match(`^[/~]`, place.path)
	some name in secret_names
	shell_matches(place.path, name)
}

# All that is in the working directory, where nobody says what may be sent. What stands
# in a repository is sent by the command that is for it.
secret_readers[place.command] contains place.text if {
	some place in input.facts.places
	place.use == "read"
	place.command >= 0
	place.path == "."
	place.variable == ""
	hands_on(input.facts.commands[place.command])
}

# Programs that copy what they read, as it is, into what they print, write or send.
hands_on(command) if command.base in {"tar", "gtar", "bsdtar", "zip", "7z", "7za", "cpio", "scp", "rsync", "cp", "gcp", "cat", "base64", "find", "grep", "rg", "rclone", "aws", "gsutil", "gcloud", "az", "s3cmd", "mc"}

# One of each kind.
secret_names := {".env", ".env.local", ".env.production", ".netrc", ".npmrc", ".pypirc", "id_rsa", "id_ed25519", "server.pem", "server.key", "credentials.json"}

# A pattern stands for no leading dot that it does not name.
shell_matches(pattern, name) if {
	last := regex.replace(pattern, `^.*/`, "")
	regex.match(`[^*?…]`, last)
	not pattern_without_dot(last, name)
	glob.matches(last, name)
}

pattern_without_dot(pattern, name) if {
	startswith(name, ".")
	not startswith(pattern, ".")
}

# What a file of settings is read into variables for.
secret_readers[command.id] contains word.text if {
	some command in sourcing
	some word in words_of(command)
	is_string(word.value)
	secret_file(word.value)
}

sourcing contains command if {
	some command in input.facts.commands
	command.base in {"source", "."}
}

# One variable of the environment, by a name that secrets have.
secret_readers[command.id] contains word.text if {
	some command in input.facts.commands
	command.base == "printenv"
	some word in words_of(command)
	secret_variable(word.value)
}

secret_readers[command.id] contains word.text if {
	some command in input.facts.commands
	command.base in {"echo", "printf"}
	command.context.pipes > 1
	not signs_in(command)
	some word in command.args
	some name in word.params
	secret_variable(name)
}

secret_variable(name) if {
	is_string(name)
	regex.match(data.skillctl.tables.secrets.names, name)
	not name in data.skillctl.tables.secrets.plain
}

# A password that a program of the pipeline signs in with is for it.
signs_in(command) if {
	some other in input.facts.commands
	command.id in other.stdin.from
	some word in words_of(other)
	is_string(word.value)
	regex.match(`^(login|--password-stdin|--with-token|--token-stdin|secret|secrets)$`, word.value)
}

secret_readers[command.id] contains command.stdin.target.text if {
	some command in input.facts.commands
	command.stdin.kind == "file"
	is_string(command.stdin.target.value)
	secret_file(command.stdin.target.value)
}

# A program of which nobody says what its words are for.
secret_readers[command.id] contains word.text if {
	some command in input.facts.commands
	is_object(command.arguments)
	not command.arguments.entry
	some word in words_of(command)
	is_string(word.value)
	secret_file(word.value)
}

# What stands elsewhere is told wherever it is read.
secret_file(value) if {
	may_hold_secrets(value)
	not regex.match(`^[/~]`, value)
	not regex.match(`\.(example|sample|template|dist|tmpl|defaults?)$`, value)
}

# Every command is a node, those that get nothing as well.
comes_from[node] := parts if {
	some command in input.facts.commands
	node := command.id
	parts := {pair[1] | some pair in flows_into; pair[0] == node}
}

# Where what a command reads, says or sends is from: what feeds it, what it runs, what
# set its variables and what wrote the files that it reads.
flows_into contains [command.id, id] if {
	some command in input.facts.commands
	some id in command.stdin.from
}

flows_into contains [command.parent, command.id] if {
	some command in input.facts.commands
	command.parent >= 0
}

flows_into contains [command.id, assignment.command] if {
	some command in input.facts.commands
	some word in command.args
	some name in word.params
	some assignment in input.facts.assignments
	assignment.name == name
	assignment.command >= 0
}

# A reading of a command gets and says what the command does.
flows_into contains pair if {
	some command in input.facts.commands
	some pair in [[command.of, command.id], [command.id, command.of]]
}

# What is added to a repository is pushed.
flows_into contains [command.id, added.id] if {
	some command in senders
	command.base == "git"
	command.arguments.sub == ["push"]
	some added in input.facts.commands
	added.base == "git"
	added.arguments.sub in {["add"], ["commit"], ["hash-object"]}
}

# What a file that was read into the shell sets is in any variable that the text does not
# set itself.
flows_into contains [command.id, source.id] if {
	some source in sourcing
	some command in input.facts.commands
	command.id > source.id
	some word in command.args
	some name in word.params
	not name in set_here
}

set_here := {assignment.name |
	some assignment in input.facts.assignments
	is_string(assignment.name)
}

# What a function gets for its words, and what a loop is over: any of them.
flows_into contains [command.id, id] if {
	some command in input.facts.commands
	some word in command.args
	some name in word.params
	name in set_elsewhere
	some id, _ in secret_readers
}

set_elsewhere := {"@", "*", "1", "2", "3", "4", "5", "6", "7", "8", "9"} | {assignment.name |
	some assignment in input.facts.assignments
	assignment.how in {"for", "select", "mapfile", "printf", "coproc"}
}

flows_into contains [command.id, id] if {
	some command in senders
	some place in command.arguments.places
	some [id, name] in filled_files
	one_file(place.target, name)
}

# Files that the text writes, by the command that does.
filled_files contains [redirect.command, redirect.target.value] if {
	some redirect in input.facts.redirects
	redirect.class == "file"
	redirect.write
	redirect.command >= 0
}

filled_files contains [command.id, target_of(write)] if {
	some [command, write] in writes
	write.kind in {"write", "append", "link", "write-into"}
}

one_file(word, name) if bare_path(word.value) == bare_path(name)

# One of them is known only when it runs, or is a folder that the other is in.
one_file(word, _) if not is_string(word.value)

one_file(_, name) if not is_string(name)

one_file(word, name) if startswith(bare_path(name), sprintf("%s/", [bare_path(word.value)]))

one_file(word, name) if startswith(bare_path(word.value), sprintf("%s/", [bare_path(name)]))

one_file(word, _) if bare_path(word.value) in {".", ""}

bare_path(value) := trim_prefix(trim_suffix(value, "/"), "./") if is_string(value)
