# METADATA
# title: What statements of SQL open
# description: >-
#   Logins that may do everything and whose password is written out, commands that a database
#   runs, rows that go elsewhere, and guards that are taken away.
package skillctl.lib.databases

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.told

given(one) := [grade(one, "high"), "whoever has read the password", sprintf("a login of the database that may do everything (%s)", [one.to[0]])] if {
	one.kind == "database"
	one.name == "superuser"
	not placeholder(one.to[1])
	not local_only
} else := ["high", "a database", sprintf("a command of its machine to run (%s)", [clipped(one.to[0])])] if {
	one.kind == "database"
	one.name == "runs"
	strange(one.to[0])
} else := [grade(one, "medium"), "a database", "any command of its machine to run"] if {
	one.kind == "database"
	one.name == "runs"

	# A command that stands there is judged as any other.
	not regex.match(`\w`, one.to[0])
	not about(`attack|pen-?test|injection|xp_cmdshell|sql server admin\w*`)
} else := [grade(one, "high"), one.to[0], "a copy of each row that changes"] if {
	one.kind == "database"
	one.name == "copies"
	foreign(one.to[0])
} else := ["medium", one.to[0], "rows of a database"] if {
	one.kind == "database"
	one.name == "sends"
	foreign(one.to[0])
} else := [grade(one, "high"), "whoever asks", sprintf("what a database guards or records (%s)", [clipped(one.to[0])])] if {
	one.kind == "database"
	one.name == "unguards"
	not undoes(one.file)
	not about(`row[- ]level|\brls\b|audit|replicat\w+|restor\w+|bulk|seed\w*|import\w*|dump`)
}

# What takes a migration back takes away what that had switched on.
undoes(file) if regex.match(`(?i)(\bdown\b|_down|rollback|revert|undo)[^/]*\.sql$`, file)

clipped(text) := substring(text, 0, 60)

# Where nothing runs it, somebody reads it first.
grade(one, most) := "medium" if {
	commands.aside(one.file)
} else := most

placeholder(password) if regex.match(`(?i)^(your|my|change|replace|a_?strong|strong|secure|some|new|the)[\w-]*|^(password|passwd|secret|postgres|example|test|changeme|admin|root|mysql|user|xxx+|\*+|\.\.\.|…)\d*$|pass(word)?_?here|example|placeholder|_password$`, password)

# For a machine of one's own nobody else knows the password.
local_only if about(`\b(local|localhost|docker[- ]compose|dev|development|tests?|testing|sandbox|lab|ctf)\b`)

about(words) if regex.match(concat("", ["(?i)(", words, ")"]), told.description)

# What it runs opens a shell or a login, or asks a stranger for something.
strange(text) if {
	regex.match(`(?i)\b(powershell|invoke-expression|iex|certutil|bitsadmin|bash -i|net user|net localgroup|useradd)\b|/dev/tcp/|\b(nc|ncat|netcat)\s+(-\S+\s+)*\S+\s+\d+`, text)
	not about(`attack|pen-?test|injection|detect`)
}

strange(text) if {
	some host in addresses.named(text)
	foreign(host)
	not about(`attack|pen-?test|injection|detect`)
}

foreign(host) if {
	destinations.relation(host) in {"anonymous", "unrelated"}
	not destinations.placeholder(host)
}
