# METADATA
# title: Opens a shell that another machine controls
# description: >-
#   A shell is connected to another machine. Whoever controls that machine can do
#   everything that the user can.
# custom:
#   code: EXE-009
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["reverse-shell"]

import data.skillctl.lib.chains
import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s gives a shell to whoever is at the other end of the connection", [commands.shown(command)]),
	"hint": "remove it; for remote access, tell the user to set up ssh",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	hands_over(command)
}

# A program that gives a connection to a shell, or runs what it says.
findings contains {
	"message": sprintf("%s %s %s, so whoever is at its other end can do what the user can", [chain.sink.call, doing[chain.sink.kind], chain.source.name]),
	"hint": "remove it; for remote access, tell the user to set up ssh",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, "the connection is opened here"),
	"severity": chains.lesser(chain, graded(chain)),
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.source.kind == "connection"
	doing[chain.sink.kind]
	not chain.source.mixed
	chains.first(chain)
	reached(chain)
}

# A page that runs what its visitors say is a shell for all of them.
findings contains {
	"message": sprintf("%s runs what a visitor of the page says (%s), so whoever knows its address can do what the server can", [chain.sink.call, chain.source.name]),
	"hint": "remove it; have a page do one of the things that its program lists, and never run what it is asked",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, "what is said is read here"),
	"severity": chains.lesser(chain, asked(chain)),
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.source.kind == "request"
	chain.sink.kind in {"evaluate", "run"}
	chains.first(chain)
}

# A file of a name that is asked for is a mistake that is often made.
asked(chain) := "medium" if {
	chain.sink.channel == "file"
} else := "critical"

reached(chain) if {
	not chain.source.listens
	chains.origin(chain.source.hosts, chain.source.veiled) in others(chain)
}

# Who listens for others on the machine itself is asked by its own programs alone.
reached(chain) if {
	chain.source.listens
	not every_host_loops(chain.source.hosts)
}

every_host_loops(hosts) if {
	count(hosts) > 0
	every host in hosts { regex.match(`^(127\.|localhost$|\[?::1)`, host) }
}

# Programs of one machine speak to each other like this, too: where nothing is said of the
# address, nothing follows from it.
graded(chain) := "low" if {
	chain.source.listens
	chain.sink.kind != "attach"
	count(chain.source.hosts) == 0
} else := "critical"

doing := {
	"attach": "joins a shell to",
	"evaluate": "runs as code what is said through",
	"run": "runs as a command what is said through",
}

# Where a connection leads that its settings say is not known; a shell is for nobody.
others(chain) := {"anonymous", "declared", "linked", "shared", "unknown", "unrelated", "veiled", "vendor"} if chain.sink.kind == "attach"

others(chain) := {"anonymous", "unrelated", "veiled"} if chain.sink.kind != "attach"

severity(command) := "medium" if commands.lesser(command)

severity(command) := "critical" if not commands.lesser(command)

shells := {"ash", "bash", "cmd", "cmd.exe", "dash", "ksh", "powershell", "powershell.exe", "pwsh", "sh", "zsh"}

# A shell whose input or output is a connection.
hands_over(command) if {
	command.program in shells
	some i, arg in command.args
	regex.match(`^[<>&]+/dev/(tcp|udp)/`, arg)
	not is_code(command.args, i)
}

# What stands behind "-c" is read by itself: "bash -c '</dev/tcp/HOST/PORT'" only looks
# whether somebody answers.
is_code(args, i) if regex.match(`^-[a-z]*c$`, args[i - 1])

# A program for connections that is told to start a shell.
hands_over(command) if {
	command.program in {"nc", "ncat", "netcat", "socat"}
	some arg in command.args
	some word in split(arg, " ")
	last := regex.split(`[/\\:,]`, word)
	some name in last
	lower(name) in shells
	regex.match(`(?i)^(exec|system):|^-[a-z]*[ec]$|^--(exec|sh-exec)`, concat(" ", [a | some a in command.args; regex.match(`(?i)^(exec|system):|^-[a-z]*[ec]$|^--(exec|sh-exec)`, a)]))
}

# What the connection says is fed to a shell, and what that prints sent back.
hands_over(command) if {
	connects(command)
	some step in command.input
	step.program in shells
}

# A program given as an argument that opens a connection and hands it to a shell.
hands_over(command) if {
	command.program in {"awk", "gawk", "lua", "node", "perl", "php", "python", "python2", "python3", "ruby", "powershell", "pwsh"}
	code := concat(" ", command.args)
	regex.match(`(?i)socket[\s\S]*connect|create_connection|\bSocket::INET|TCPSocket\.(new|open)|fsockopen\(|\bnet["']\)\.(connect|createConnection)|/inet/tcp/|Sockets\.TCPClient`, code)
	regex.match(`(?i)pty\.spawn|\bdup2\(|\b(exec|system|popen|spawn|call|run|execute|execl|execve)\s*\(?\s*\[?["'][\w/]*\b(ba|z|da|k)?sh\b|\bsystem\s*\$_|IO\.popen\(\w|\|\s*&?\s*getline|\biex \$`, code)
}

connects(command) if command.program in {"nc", "ncat", "netcat", "telnet"}

connects(command) if {
	command.program == "openssl"
	"s_client" in command.args
}
