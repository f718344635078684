# METADATA
# title: Copies of what is the user's
# description: >-
#   What a program puts into stores of a cloud: where the settings of the user name the store,
#   where the skill names one itself, and who may read it.
package skillctl.lib.copies

import data.skillctl.lib.destinations

# The stores that are written out, by the form of their address.
stores := [`^(?:s3|gs|oss|cos|b2)://([^/$<{]+)(?:/|$)`, `^https?://([\w-]+)\.blob\.core\.windows\.net(?:/|$)`, `^(?:[\w.-]+@)([a-z0-9-]+(?:\.[a-z0-9-]+)+):`]

puts := {"aws", "azcopy", "gcloud", "gsutil", "rclone", "rsync", "s3cmd", "s5cmd", "scp"}

# The last operand of a copy is where it goes to.
target(command) := words[count(words) - 1] if {
	words := operands(command)
	count(words) > 1
}

operands(command) := [arg |
	command.program in puts
	some i, arg in command.args
	not startswith(arg, "-")
	not regex.match(`^[0-9&]*[<>]`, arg)
	not value_of(command.args, i)
	not arg in {"s3", "storage", "cp", "copy", "mv", "sync", "put", "rsync"}
]

value_of(args, i) if {
	i > 0
	args[i - 1] in valued
}

valued := {"--acl", "--sse", "--sse-kms-key-id", "--profile", "--region", "--storage-class", "--endpoint-url", "--content-type", "--metadata", "--predefined-acl", "-a", "-i", "-P", "-e", "-o", "--exclude", "--include", "-h"}

# The name of the store that the skill has written out.
store(command) := min({found[0][1] |
	some form in stores
	found := regex.find_all_string_submatch_n(form, target(command), 1)
	count(found) > 0
})

written_out(command) if {
	name := store(command)
	not regex.match(`(?i)\b(your|my|example|bucket|name|placeholder|company|acme|test|demo|xxx)\b|[$<>{}%]`, name)
	not destinations.placeholder(name)
}

# A store that the settings of the user name.
configured(command) if regex.match(`^["']?(\$\{?[A-Za-z_]|(s3|gs|oss|cos|b2)://\$\{?[A-Za-z_]|https?://\$\{?[A-Za-z_]|[\w.-]+@\$\{?[A-Za-z_]|\$\{?[A-Za-z_]\w*\}?:)`, target(command))

# What goes to the one goes to the other as well.
second(command) if {
	written_out(command)
	some what in sources(command)
	what in kept[command.file]
}

# What goes to a store that the settings name, by file, made once for all copies.
kept[other.file] contains what if {
	some other in input.skill.body.commands
	other.program in puts
	configured(other)
	some what in sources(other)
}

# What is put there; a name of nothing but a star says nothing.
sources(command) := {trim(word, `"'`) |
	words := operands(command)
	some i, word in words
	i < count(words) - 1
	not word in {".", "*", "./", "-"}
}

# Everybody may read it, and it is a dump or lies in a folder of the user, or its originals are
# removed.
opened(command) if {
	command.program in puts
	public(command)
	some what in sources(command)
	of_user(command, what)
}

opened(command) if {
	given_away(command)
	count(sources(command)) > 0
	cleared(command)
}

public(command) if regex.match(`(?i)(--acl[ =]|-a )public-read(-write)?\b|--acl-public\b|--predefined-acl[ =]public-?read|--add-acl-grant[ =]entity=all-?users`, concat(" ", command.args))

# It is for everybody, or the place asks nobody who he is.
given_away(command) if {
	command.program in puts
	public(command)
}

given_away(command) if {
	command.program in puts
	"--no-sign-request" in command.args
	regex.match(`^(s3|gs)://`, target(command))
}

# How many lines behind a copy the originals may be removed.
behind := 6

# A sentence near it has the originals removed.
cleared(command) if {
	some remark in input.skill.body.remarks
	remark.file == command.file
	"clears" in remark.kinds
	abs(remark.span.start.line - command.span.start.line) <= behind
}

# Or a command removes what was copied.
cleared(command) if {
	some other in input.skill.body.commands
	other.file == command.file
	other.program in {"del", "erase", "rd", "remove-item", "rm", "rmdir", "scrub", "shred", "srm", "trash", "unlink", "wipe"}
	some arg in other.args
	some what in sources(command)
	count(what) > 2
	startswith(trim_left(trim(arg, `"'`), "./"), trim_left(what, "./"))
}

# Or the copy does.
cleared(command) if {
	some arg in command.args
	arg in {"move", "moveto", "mv", "--remove-source-files", "--delete-source"}
}

of_user(_, what) if regex.match(`(?i)\.(dump|sql|bak|sqlite3?|db|mdb|pgdump|bson|rdb|ldif|kdbx|pst|mbox)(\.(gz|xz|zst|bz2|zip|gpg|age|enc))?["']?$|(^|/)(backups?|dumps?)([/._-]|$)|^(~|\$HOME|\$\{HOME\})(/|$)`, what)

# A program that dumps a database has written it.
of_user(command, what) if {
	some arg in dumps[command.file]
	contains(arg, what)
}

# What programs that dump a database are given, by file, made once for all copies.
dumps[other.file] contains arg if {
	some other in input.skill.body.commands
	other.program in {"mariadb-dump", "mongodump", "mysqldump", "pg_dump", "pg_dumpall"}
	some arg in array.concat(other.args, [other.text])
}
