# METADATA
# title: Commands that send something to another machine
# description: Which programs send, what of their arguments is sent, and what stays here.
package skillctl.lib.uploads

import data.skillctl.lib.addresses

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

# What is typed into a program that copies.
typed(command) := {"args": regex.split(`\s+`, object.get(command, "stdin", ""))} if command.program in {"ftp", "lftp", "sftp", "smbclient"}

typed(command) := {"args": []} if not command.program in {"ftp", "lftp", "sftp", "smbclient"}

# Of the sender itself only what is a file to send: a key may also open a connection,
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

used(command, i) if {
	options := leaves_out[command.program]
	command.args[i - 1] in options
}

# "host:path" is where it goes to.
used(command, i) if {
	command.program in {"pscp", "rsync", "scp"}
	i == count(command.args) - 1
	regex.match(`^[^/\s]*:`, command.args[i])
}

# What says which files are sent is read, and stays.
used(command, i) if regex.match(`^--(exclude|filter|files|include)-from(-raw)?$`, command.args[i - 1])

# The last operand of a copy is where it goes to.
used(command, i) if {
	command.program in {"aws", "gcloud", "gsutil", "mc", "oci", "ossutil", "rclone", "s3cmd", "s5cmd", "azcopy", "sftp"}
	i == count(command.args) - 1
	i > 1
	not startswith(command.args[i], "<")
	regex.match(`://|:`, concat(" ", array.slice(command.args, 0, i)))
}

# A copy from another machine to this one brings something, and sends nothing.
brings(command) if {
	command.program in {"rsync", "scp"}
	operands := [arg | some arg in command.args; not startswith(arg, "-"); not startswith(arg, "<"); not startswith(arg, ">")]
	count(operands) > 1
	not elsewhere(operands[count(operands) - 1])
	elsewhere(operands[count(operands) - 2])
}

elsewhere(arg) if regex.match(`^[\w.@-]{2,}:`, arg)

opens_with := {"--account-key", "--certificate", "--config", "--config-file", "--credential-file", "--credentials-file", "--env-file", "--identity", "--impersonate-service-account", "--key-file", "--kubeconfig", "--profile", "--netrc-file", "-E", "-K", "-b", "--cacert", "--cert", "--key"}

# The options of programs that pack, copy or look through files, whose next word is left out.
leaves_out := {
	"aws": {"--exclude"},
	"borg": {"--exclude", "-e"},
	"bsdtar": {"--exclude", "-X"},
	"duplicity": {"--exclude"},
	"fd": {"--exclude", "-E"},
	"grep": {"--exclude", "--exclude-dir"},
	"gtar": {"--exclude", "--exclude-from", "-X"},
	"rclone": {"--exclude", "--exclude-from"},
	"restic": {"--exclude", "-e"},
	"rg": {"--ignore-file"},
	"rsync": {"--exclude", "--exclude-from"},
	"tar": {"--exclude", "--exclude-from", "-X"},
}
