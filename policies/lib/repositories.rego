# METADATA
# title: Where a repository is pushed to
# description: >-
#   The hosts that a push of Git goes to, by an address or by a name that the text gives an
#   address.
package skillctl.lib.repositories

import data.skillctl.lib.addresses
import data.skillctl.lib.destinations
import data.skillctl.lib.guests
import data.skillctl.lib.told
import data.skillctl.tables.hosting

# The hosts of a push that are written out, other than those where people keep
# repositories of their own.
pushed(command) := {host |
	is_push(command)
	some address in targets(command)
	host := host_of(address)
	not addresses.local(host)
	not destinations.placeholder(host)
	not own(host)
}

is_push(command) if {
	command.program == "git"
	verb(command.args) == "push"
}

# The sub-command stands behind options of Git itself.
verb(args) := [arg |
	some i, arg in args
	not startswith(arg, "-")
	not value_of(args, i, {"-C", "-c", "--git-dir", "--work-tree"})
][0]

# It belongs to the option before it.
value_of(args, i, options) if {
	i > 0
	args[i - 1] in options
}

# What is pushed to: the first operand, or what --repo names.
targets(command) := {address |
	some name in array.concat(array.slice(operands(command), 0, 1), [trim_prefix(arg, "--repo=") | some arg in command.args; startswith(arg, "--repo=")])
	some address in addresses_of(name)
}

operands(command) := [arg |
	some i, arg in command.args
	i > position(command)
	not startswith(arg, "-")
	not regex.match(`^[0-9&]*[<>]`, arg)
	not value_of(command.args, i, {"-o", "--push-option", "--receive-pack", "--exec", "--repo"})
]

position(command) := min({i | some i, arg in command.args; arg == "push"})

addresses_of(name) := {name} if host_of(name)

addresses_of(name) := object.get(remotes, [name], set()) if not host_of(name)

# The addresses that the text gives each name, made once for all pushes.
remotes[called] contains address if {
	some known in input.skill.body.commands
	known.program == "git"
	some [called, address] in named(known)
}

# "git remote add NAME ADDRESS", and what changes the address of one.
named(command) := {[words[0], words[1]] |
	verb(command.args) == "remote"
	some act in {"add", "set-url"}
	act in command.args
	words := [arg |
		some i, arg in command.args
		not startswith(arg, "-")
		not arg in {"remote", act}
		not value_of(command.args, i, {"-C", "-c", "-t", "-m", "--git-dir", "--work-tree"})
	]
	count(words) > 1
}

# The host of an address of Git: "https://…", "ssh://…", "git@host:path".
host_of(address) := lower(found[0][1]) if {
	found := regex.find_all_string_submatch_n(`^(?:[a-z+]+://)?(?:[^@/\s]+@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?::\d+/|[:/])`, address, 1)
	count(found) > 0
}

own(host) if {
	some place in hosting.code
	destinations.below(host, place)
}

# A repository of somebody, written out in the push, at a place where people keep theirs: the skill speaks
# of its owner nowhere else.
foreign(command) := min({repository |
	is_push(command)
	some address in array.slice(operands(command), 0, 1)
	own(host_of(address))
	path := regex.find_all_string_submatch_n(`[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?$`, address, 1)
	owner := path[0][1]
	guests.literal(owner)
	not spoken_of(lower(owner), address)
	repository := sprintf("%s/%s", [owner, path[0][2]])
})

spoken_of(owner, _) if contains(lower(told.description), owner)

spoken_of(owner, address) if {
	some link in input.skill.body.links
	target := object.get(link, "target", "")
	target != address # as the push itself has it
	contains(lower(target), sprintf("/%s/", [owner]))
}

# What is worked on was fetched from there.
spoken_of(owner, _) if {
	some command in input.skill.body.commands
	command.program in {"gh", "git"}
	not is_push(command)
	not verb(command.args) == "remote"
	some arg in command.args
	regex.match(sprintf(`(?i)(^|[/:=])%s/`, [owner]), arg)
}

# All of it, or without a word.
whole(command) if {
	some arg in command.args
	arg in {"--mirror", "--all", "--quiet", "-q", "--force", "-f"}
}

whole(command) if regex.match(`(>|2>|&>)\s*/dev/null|\|\|\s*(true|:)\s*$`, command.text)
