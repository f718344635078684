# METADATA
# title: Who says where a command sends something to
# description: >-
#   Whether the machine, the store or the address that a command sends to is named by whoever runs it, by
#   an argument or the environment, and by no text of the package and nothing that is fetched.
package skillctl.lib.receivers

import data.skillctl.lib.commands
import data.skillctl.lib.strangers

# All places that the command sends to are named by whoever runs it.
chosen(command) if {
	places := to(command)
	count(places) > 0
	every place in places { by_user(place, command) }
	not fetches(command)
}

# A variable for the host, with or without who logs in there; or what a reader of a document fills in.
hole := `(?:\$([A-Za-z_]\w*|[1-9@*])|\$\{([A-Za-z_]\w*|[1-9@*])(?::?\?[^{}]*|:?-)?\})`

by_user(place, command) if {
	found := regex.find_all_string_submatch_n(concat("", ["^", hole, "$"]), place, 1)[0]
	some opened in object.get(command, "open", [])
	opened.name == concat("", [found[1], found[2]])
	every value in opened.given { not of_package(value, command) }
	not program_fetches(command)
}

by_user(place, _) if regex.match(`^<[^<>]+>$`, place)

# Nobody has the name: a text shows by it what such a thing looks like.
reserved(place) if regex.match(`^(.*\.)?(example(\.(com|net|org))?|test|invalid)$|^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$`, place)

# A text of the package shows a value for the variable that is the name of somebody who is not known.
of_package(value, command) if {
	host := lower(regex.replace(regex.replace(value, `^[a-z0-9+]+://`, ""), `^[^@/]*@|[:/].*$`, ""))
	regex.match(`\.[a-z]{2,}$|^\d+\.\d+\.\d+\.\d+$`, host)
	not reserved(host)
	strangers.at(host, command)
}

# What a program puts in is not followed: it may be what it fetched.
program_fetches(command) if {
	commands.code(command.file)
	some access in input.skill.body.accesses
	access.kind == "reach"
	access.file == command.file
}

# What comes from another machine says where something goes to, or may.
fetches(command) if {
	some step in command.input
	step.program in fetchers
}

fetchers := {"aria2c", "aws", "az", "curl", "dig", "drill", "ftp", "gcloud", "gh", "gsutil", "host", "http", "https", "irm", "iwr", "invoke-restmethod", "invoke-webrequest", "lftp", "nc", "ncat", "netcat", "nslookup", "rclone", "redis-cli", "sftp", "socat", "ssh", "wget", "xh"}

# The places, as far as the host or the store in them goes.
to(command) := ((copied(command) | entered(command)) | asked(command)) | stored(command)

copied(command) := {regex.replace(place, `^[^@\s]*@`, "") |
	command.program in {"pscp", "rsync", "scp"}
	some arg in command.args
	place := machine(arg)
}

entered(command) := {regex.replace(words[0], `^[^@\s]*@`, "") |
	command.program in {"sftp", "ssh"}
	words := operands(command.args, "bcDEeFIiJLlmOopQRSWwBP")
}

asked(command) := {host |
	command.program in {"curl", "http", "https", "wget", "xh"}
	some i, arg in command.args
	not valued(command.args, i)
	host := address(arg)
}

stored(command) := {store |
	command.program in {"aws", "gsutil", "gcloud", "rclone", "s3cmd", "s5cmd", "mc"}
	arg := command.args[count(command.args) - 1]
	store := regex.find_all_string_submatch_n(`^(?:[a-z0-9]+://)?([^/:\s]+|\$\{[^{}]*\})([:/]|$)`, arg, 1)[0][1]
}

# The word of an option is no address.
valued(args, i) if regex.match(`^-(-(data|form|header|upload|user|output|cert|key|cookie|config)|[^-]*[bcdEFhHKoTuX]$)`, args[i - 1])

# "user@host:path", and no address with a scheme.
machine(arg) := found[0][1] if {
	not contains(arg, "://")
	found := regex.find_all_string_submatch_n(`^((?:(?:[\w.-]|\$\w+|\$\{[^{}]*\}|<[^<>]*>)*@)?(?:[\w.-]|\$[\w@*]+|\$\{[^{}]*\}|<[^<>]*>)+):`, arg, 1)
	count(found) > 0
}

address(arg) := found[0][1] if {
	found := regex.find_all_string_submatch_n(`^https?://(?:[^@/\s]*@)?((?:\$\{[^{}]*\}|<[^<>]*>|[^/:?#\s])+)`, arg, 1)
	count(found) > 0
} else := found[0][1] if {
	found := regex.find_all_string_submatch_n(`^((?:\$\w+|\$\{[^{}]*\}|<[^<>]*>)(?:[^/?:\s]\S*)?)(?:[/?:]\S*)?$`, arg, 1)
	count(found) > 0
}

# The words of a command that belong to no option, without those of options that take a word.
operands(args, takes) := [arg |
	some i, arg in args
	not startswith(arg, "-")
	not startswith(arg, "<")
	not follows(args, i, takes)
]

follows(args, i, takes) if {
	option := args[i - 1]
	regex.match(`^-[A-Za-z0-9]+$`, option)
	contains(takes, substring(option, count(option) - 1, 1))
}
