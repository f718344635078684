# METADATA
# title: Sends secrets to another machine
# description: >-
#   Keys, tokens, cookies or environment variables of the user are read and passed to
#   a program that sends them to another machine.
# custom:
#   code: EXF-001
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exf["secret-upload"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.printed as printed_by_service
import data.skillctl.lib.receivers
import data.skillctl.lib.uploads
import data.skillctl.tables.credentials
import data.skillctl.tables.private

findings contains {
	"message": sprintf("%s sends %s to another machine", [commands.shown(command), secret]),
	"hint": "remove it; if the skill needs a credential, name its variable and send it only to the service that issued it",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	uploads.sends(command)
	not uploads.stays(command)
	not uploads.brings(command)
	secret := min(taken(command))
}

# Where secrets are kept: what programs log in with is in the same table for a shell as for
# programs. It is one expression, so that a word is looked at once.
stored := concat("|", [sprintf("(?:%s)", [pattern]) | some pattern in places])

places := {pattern | some pattern in private.paths} | {pattern |
	some store in credentials.stores
	store.kind in {"key", "wallet", "browser", "keychain", "system", "history", "login"}
	some pattern in store.paths
}

severity(command) := "critical" if {
	commands.lesser(command)
	asked_there(command)
} else := "medium" if {
	commands.lesser(command)
} else := "medium" if {
	# Whoever runs it says where, and is asked about what.
	receivers.chosen(command)
} else := "critical"

# A document that the manifest sends the agent to has a client print what it keeps for a stranger.
asked_there(command) if {
	not commands.slighter(command)
	some step in command.input
	printed_by_service.strays(command, step)
}

# What is sent: files that an argument or one of the programs before names …
taken(command) := ({name |
	some step in array.concat([uploads.own(command), uploads.typed(command)], command.input)
	not object.get(step, "remote", false)
	not holds_remote(step)
	not picks_address(step)
	not picked_later(step, command)
	some i, arg in step.args
	not opens(step, i)
	not left_out(step, i)
	not contains(arg, "://")
	regex.match(stored, arg)
	not issued(command, arg)
	not shown_by_header(command, step)
	not regex.match(`(?i)(\.pub|/(authorized_keys|known_hosts)([.~-][\w.-]*)?)["']?$`, arg) # public halves of keys
	not regex.match(`(?i)\.env\.(dist|example|sample|template|tmpl)$`, arg)
	name := sprintf("%q", [trim_left(arg, "@<")])
} | {what |
	some step in command.input
	not object.get(step, "remote", false)
	what := printed(step)
}) | {what |
	some step in command.input
	not object.get(step, "remote", false)
	printed_by_service.strays(command, step)
	what := printed_by_service.service(step).what
}

# What is not to be taken, as its program says it: with another one `-x` is a switch, and an
# option such as `--ignore-existing` takes no word.
left_out(step, i) if {
	startswith(step.args[i], "--")
	regex.match(`^--(exclude|ignore|skip)(-[a-z]+)*=`, step.args[i])
}

left_out(step, i) if {
	options := uploads.leaves_out[step.program]
	step.args[i - 1] in options
}

# zip takes all words behind it up to the next option, 7z one that is joined to it.
left_out(step, i) if {
	step.program == "zip"
	some j, option in step.args
	option in {"-x", "--exclude"}
	j < i
	every between in array.slice(step.args, j + 1, i + 1) {
		not startswith(between, "-")
	}
}

left_out(step, i) if {
	step.program in {"7z", "7za"}
	regex.match(`^-x(r[-0]?|i)?[!@]`, step.args[i])
}

left_out(step, i) if {
	step.program == "find"
	some back in [1, 2]
	i >= back
	step.args[i - back] in {"!", "-not"}
}

# One value of a login, which says who asks: what is asked is no stranger that is named.
shown_by_header(command, step) if {
	step.program in {"gojq", "jq", "yq"}
	some arg in command.args
	regex.match(`(?i)^(proxy-)?authorization:\s*(bearer|basic|token)\s+\$`, arg)
	every host in addresses.asked(command) { not destinations.relation(host) in {"anonymous", "unrelated"} }
}

# A login goes to the service that issued it.
issued(command, arg) if {
	hosts := addresses.asked(command)
	count(hosts) > 0
	some store in credentials.stores
	some path in store.paths
	regex.match(path, arg)
	every host in hosts {
		some known in store.issuers
		destinations.below(host, known)
	}
}

# A key that opens a connection is not sent on it.
opens(step, i) if {
	step.program in {"rsync", "scp", "sftp", "ssh"}
	step.args[i - 1] in {"-e", "-F", "-i", "-o"}
}

# The words of ssh are a command of another machine, and the files in it are there.
holds_remote(step) if step.program in {"ssh", "autossh", "slogin", "plink"}

# What a program prints that is asked for no file: the environment, or what a store has.
printed(step) := "the environment" if {
	step.program in private.environment
	count([arg | some arg in step.args; not startswith(arg, "-")]) == 0
} else := [known.what |
	some known in private.prints
	step.program in known.names
	some arg in step.args
	regex.match(known["with"], arg)
][0]

# Of a file of settings only where something is, not what opens it.
picks_address(step) if {
	step.program in {"awk", "cut", "egrep", "gawk", "grep", "jq", "rg", "sed", "yq"}
	some arg in step.args
	regex.match(`(?i)(^|[^a-z])([a-z]+_)*(base_?)?(url|uri|host|hostname|port|endpoint|domain|region|origin|site)\b`, arg)
	not regex.match(`(?i)key|token|secret|pass|cred|database_url|dsn|webhook`, arg)
}

# What only prints a file, while another program takes an address out of what it prints.
picked_later(step, command) if {
	step.program in {"bat", "cat", "head", "tail", "type", "get-content"}
	some picker in command.input
	picks_address(picker)
	not reads_file(picker)
	count([other |
		some other in command.input
		other.program == step.program
	]) == 1
}

reads_file(step) if {
	some arg in step.args
	regex.match(stored, arg)
}
