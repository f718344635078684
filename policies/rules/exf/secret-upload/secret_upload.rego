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
#   fix: none
package skillctl.rules.exf["secret-upload"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.tables.private

findings contains {
	"message": sprintf("%s sends %s to another machine", [commands.shown(command), secret]),
	"hint": "remove it; if the skill needs a credential, name its variable and send it only to the service that issued it",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	sends(command)
	not stays(command)
	secret := min(taken(command))
}

severity(command) := "medium" if commands.lesser(command)

severity(command) := "critical" if not commands.lesser(command)

senders := {
	"curl", "ftp", "http", "https", "invoke-restmethod", "invoke-webrequest", "irm", "iwr", "nc", "ncat", "netcat", "rsync", "scp", "socat", "telnet", "tftp", "wget", "xh",
}

sends(command) if command.program in senders

sends(command) if {
	some arg in command.args
	regex.match(`^[<>&]+/dev/(tcp|udp)/`, arg)
}

# It goes no further than this machine.
stays(command) if {
	hosts := addresses.asked(command)
	count(hosts) > 0
	every host in hosts { addresses.local(host) }
}

# What is sent: files that an argument or one of the programs before names …
taken(command) := {name |
	some step in array.concat([own(command)], command.input)
	some arg in step.args
	not contains(arg, "://")
	some pattern in private.paths
	regex.match(pattern, arg)
	not regex.match(`(?i)\.env\.(dist|example|sample|template|tmpl)$`, arg)
	name := sprintf("%q", [trim_left(arg, "@<")])
} | {"the environment" |
	some step in command.input
	step.program in private.environment
	count([arg | some arg in step.args; not startswith(arg, "-")]) == 0
}

# … of the sender itself only what is a file to send: a key may also open a connection,
# and a file of cookies or settings be used.
own(command) := {"args": [arg |
	some i, arg in command.args
	not used(command, i)
	payload(command.program, arg, command.args, i)
]}

payload(program, arg, _, _) if {
	program in {"curl", "http", "https", "xh"}
	contains(arg, "@")
}

payload(program, _, args, i) if {
	program in {"curl", "wget"}
	lower(args[i - 1]) in {"-t", "--upload-file", "--post-file", "--body-file"}
}

payload(program, arg, _, _) if {
	program == "wget"
	regex.match(`^--(post|body)-file=`, arg)
}

payload(program, _, _, _) if program in {"ftp", "iwr", "irm", "invoke-restmethod", "invoke-webrequest", "rsync", "scp", "tftp", "socat"}

payload(_, arg, _, _) if startswith(arg, "<")

used(command, i) if {
	command.program in {"rsync", "scp"}
	command.args[i - 1] in {"-e", "-F", "-i", "-o", "--rsh"}
}
