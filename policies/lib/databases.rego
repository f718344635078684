# METADATA
# title: What statements of SQL open
# description: >-
#   Logins that may do everything and whose password is written out, commands that a database
#   runs, rows that go elsewhere, and guards that are taken away.
package skillctl.lib.databases

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.text
import data.skillctl.lib.told

given(one) := [grade(one, "high"), "whoever has read the password", sprintf("a login of the database that may do everything (%s)", [one.to[0]])] if {
	one.kind == "database"
	one.name == "superuser"
	not placeholder(one.to[1])
	not local_only
} else := ["high", "a database", sprintf("a command of its machine to run (%s)", [text.clip(one.to[0], 60)])] if {
	one.kind == "database"
	one.name == "runs"
	strange(one.to[0])
} else := [grade(one, "medium"), "a database", "any command of its machine to run"] if {
	one.kind == "database"
	one.name == "runs"

	# A command that stands there is judged as any other.
	not regex.match(`\w`, one.to[0])
	not about(`\b(xp_cmdshell|sql server admin\w*)\b`)
	not commands.about_attacks
} else := [grade(one, "high"), one.to[0], "a copy of each row that changes"] if {
	one.kind == "database"
	one.name == "copies"
	destinations.strange(one.to[0])
} else := ["medium", one.to[0], "rows of a database"] if {
	one.kind == "database"
	one.name == "sends"
	destinations.strange(one.to[0])
} else := [unguarded(one), "whoever asks", sprintf("what a database guarded or recorded (%s)", [text.clip(one.to[0], 60)])] if {
	one.kind == "database"
	one.name == "unguards"
}

# For a while, where a migration is taken back, or as what the skill is for.
unguarded(one) := "low" if {
	one.limited
} else := "low" if {
	undoes(one.file)
} else := "low" if {
	about(`\b(row[- ]level|rls|audit\w*|replicat\w+|restor\w+|bulk|seed\w*|import\w*|dumps?)\b`)
} else := grade(one, "high")

# What takes a migration back takes away what that had switched on.
undoes(file) if regex.match(`(?i)(\bdown\b|_down|rollback|revert|undo)[^/]*\.sql$`, file)

# Where nothing runs it, somebody reads it first.
grade(one, most) := "medium" if {
	commands.aside(one.file)
} else := most

placeholder(password) if regex.match(`(?i)^(your|my|change|replace|a_?strong|strong|secure|some|new|the)[_-]?((your|my|this|new|it|me|strong|secure|here|in|prod(uction)?|a|app|db|database|user|admin|root|login|secret|pass(word|wd|phrase)?|pw)[_-]?)+\d*!?$|^(password|passwd|secret|postgres|example|test|changeme|admin|root|mysql|user|xxx+|\*+|\.\.\.|…)\d*$|pass(word)?_?here|example|placeholder|_password$`, password)

# For a machine of one's own nobody else knows the password.
local_only if about(`\b(local|localhost|docker[- ]compose|dev|development|tests?|testing|sandbox|lab|ctf)\b`)

about(words) if regex.match(concat("", ["(?i)(", words, ")"]), told.description)

# What it runs opens a shell or a login, or asks a stranger for something.
strange(said) if {
	not commands.about_attacks
	regex.match(`(?i)\b(powershell|invoke-expression|iex|certutil|bitsadmin|bash -i|net user|net localgroup|useradd)\b|/dev/tcp/|\b(nc|ncat|netcat)\s+(-\S+\s+)*\S+\s+\d+`, said)
}

strange(said) if {
	not commands.about_attacks
	some host in addresses.named(said)
	destinations.strange(host)
}
