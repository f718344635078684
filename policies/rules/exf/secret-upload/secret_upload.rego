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
	"azcopy", "croc", "ffsend", "lftp", "mail", "mailx", "msmtp", "mutt", "sendmail", "send-mailmessage", "sftp", "smbclient", "swaks", "websocat", "wormhole",
}

sends(command) if command.program in senders

# Programs that send as one of several things that they do.
verbs := {
	"aws": {"cp", "sync", "mv", "put-object", "put-secret-value", "publish", "invoke"},
	"az": {"upload", "upload-batch", "set", "create"},
	"b2": {"upload-file", "sync"},
	"gcloud": {"cp", "rsync", "mv"},
	"gh": {"create", "upload", "edit"},
	"git": {"push"},
	"glab": {"create", "upload"},
	"gsutil": {"cp", "mv", "rsync"},
	"hg": {"push"},
	"ipfs": {"add"},
	"mc": {"cp", "mirror", "pipe", "put"},
	"mosquitto_pub": {"-m", "-f", "-l", "-s"},
	"oci": {"put"},
	"openssl": {"s_client"},
	"ossutil": {"cp", "sync"},
	"rclone": {"copy", "copyto", "move", "moveto", "sync", "rcat"},
	"redis-cli": {"set", "SET", "publish", "PUBLISH", "-x"},
	"s3cmd": {"put", "sync"},
	"s5cmd": {"cp", "mv", "sync", "pipe"},
}

sends(command) if {
	some arg in command.args
	arg in verbs[command.program]
}

# A name that is looked up tells it to whoever answers for the domain; what ssh is fed
# goes to the other side.
sends(command) if {
	command.program in {"dig", "drill", "host", "nslookup", "ping", "resolve-dnsname", "ssh"}
	count(command.input) > 0
}

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
	some step in array.concat([own(command), typed(command)], command.input)
	not picks_address(step)
	not picked_later(step, command)
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
	some pattern in private.paths
	regex.match(pattern, arg)
}

# What is typed into a program that copies.
typed(command) := {"args": regex.split(`\s+`, object.get(command, "stdin", ""))} if command.program in {"ftp", "lftp", "sftp", "smbclient"}

typed(command) := {"args": []} if not command.program in {"ftp", "lftp", "sftp", "smbclient"}

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

payload(program, arg, _, _) if {
	program in copiers
	not startswith(arg, "-")
}

copiers := {
	"ftp", "iwr", "irm", "invoke-restmethod", "invoke-webrequest", "rsync", "scp", "tftp", "socat",
	"aws", "az", "azcopy", "b2", "croc", "ffsend", "gcloud", "gh", "glab", "gsutil", "ipfs", "lftp", "mail", "mailx", "mc", "mosquitto_pub", "msmtp", "mutt", "oci", "ossutil", "rclone", "s3cmd", "s5cmd", "send-mailmessage", "sftp", "smbclient", "swaks", "wormhole",
}

payload(_, arg, _, _) if startswith(arg, "<")

used(command, i) if {
	command.program in {"rsync", "scp", "sftp"}
	command.args[i - 1] in {"-e", "-F", "-i", "-o", "--rsh"}
}

used(command, i) if command.args[i - 1] in opens_with

# The last operand of a copy is where it goes to.
used(command, i) if {
	command.program in {"aws", "gcloud", "gsutil", "mc", "oci", "ossutil", "rclone", "s3cmd", "s5cmd", "azcopy", "sftp"}
	i == count(command.args) - 1
	i > 1
	not startswith(command.args[i], "<")
	regex.match(`://|:`, concat(" ", array.slice(command.args, 0, i)))
}

opens_with := {"--account-key", "--certificate", "--config", "--config-file", "--credential-file", "--credentials-file", "--env-file", "--identity", "--impersonate-service-account", "--key-file", "--kubeconfig", "--profile", "--netrc-file", "-E", "-K", "-b", "--cacert", "--cert", "--key"}
