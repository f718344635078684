# METADATA
# title: Has something run later by itself
# description: >-
#   The text writes to a place from which the system, a shell, a program or an agent
#   starts or obeys something by itself, or registers it for later. It goes on when the
#   skill is no longer there, and nobody is asked again.
# custom:
#   code: PER-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe.persistence

import data.skillctl.lib.addresses
import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.destinations
import data.skillctl.lib.lasting
import data.skillctl.lib.purpose
import data.skillctl.lib.relation

findings contains {
	"message": sprintf("%s %s%s", [commands.shown(command), what, because(grade)]),
	"hint": "let the user set this up, show what will run, and say how it is undone",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, grade),
	"because": "nothing that runs then was seen to be fetched or hidden, and it is a common place or what the skill is for",
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	some [kind, place] in lasting.places(command)
	not commands.of_image(command)
	what := doing(kind, place)
	grade := grades(command, kind, place)[0]
}

severity(command, grade) := "low" if {
	commands.told_of(command)
	grade.severity != "info"
} else := commands.lower_severity[grade.severity] if {
	commands.lesser(command)
} else := grade.severity

because(grade) := concat("", [", ", grade.why]) if grade.why != ""

because(grade) := "" if grade.why == ""

doing(kind, place) := sprintf(wording[kind], [place])

wording := {
	"key": "changes %q, which says who may log in",
	"rights": "changes %q, which says who may do what on the machine",
	"schedule": "has something run at certain times (%s)",
	"shell": "changes %q, which every new shell runs",
	"service": "changes %q, which the system starts",
	"login": "changes %q, which is started when somebody logs in",
	"python": "changes %q, which every start of Python runs",
	"program": "changes %q, which says what a program runs or trusts",
	"git": "changes %q, which says what Git runs",
	"agent": "changes %q, which an agent follows",
	"registry": "changes %q, from which Windows starts programs",
	"registered": "has the system run something later (%s)",
}

# The gravest grade first.
grades(command, kind, place) := array.concat(
	array.concat(
		[grade | some grade in ((grave(command) | written_now(command)) | watches(kind))],
		[grade | some severity in ["high", "medium"]; some grade in ((graver(command, kind, place) | diverts(command, kind)) | lets_in(command, kind)); grade.severity == severity],
	),
	[object.union({"why": ""}, {"severity": usual(command, kind, place)})],
)

# What runs later was not written here, or fetches what it runs.
written_now(command) := ((({{"severity": "high", "why": sprintf("with what %s fetches", [step.program])} |
	some step in commands.steps(command)
	commands.fetches(step)
	not step.program in {"git", "ssh", "scp", "gh"}
	not handed_out(step)
} | {{"severity": "high", "why": sprintf("and what runs then fetches code (%s)", [step.program])} |
	some step in command.lines
	commands.fetches(step)
	some other in command.lines
	other.program in runners
}) | {{"severity": "high", "why": "and what runs then is hidden"} |
	some step in array.concat(commands.steps(command), object.get(command, "lines", []))
	hides(step)
}) | {{"severity": "high", "why": "from an address that nobody answers for"} |
	command.program in {"npm", "pip", "pip3", "pnpm", "yarn"}
	some host in addresses.named(concat(" ", command.args))
	suspect(host, command.args)
}) | {{"severity": "high", "why": why} |
	some why, pattern in orders
	regex.match(pattern, later(command))
}

# Who makes a program hands out what belongs to it: a plug-in of an editor, completions.
handed_out(step) if {
	step.program in {"curl", "wget"}
	relation.only_from(relation.vendors_at, concat(" ", array.concat([step.program], step.args)))
}

default grave(_) := set()

# What a program fetches and writes there: whoever hands it out decides what runs.
grave(command) := {{"severity": by_origin[whose], "why": sprintf("with what is fetched from %s, %s", [concat(", ", command.fetched), chains.why[whose]])}} if {
	count(object.get(command, "fetched", [])) > 0
	whose := chains.origin(command.fetched, false)
	by_origin[whose]
}

by_origin := {
	"anonymous": "high",
	"declared": "medium",
	"linked": "medium",
	"shared": "medium",
	"unrelated": "high",
	"veiled": "high",
}

# What runs again and again, in a skill of which a program hands a stranger what is somebody's.
watches(kind) := {{"severity": "high", "why": sprintf("and a program of the skill sends %s to %s", [chain.source.name, chains.target(chain)])} |
	kind in {"login", "registered", "registry", "schedule", "service", "shell"}
	some chain in input.skill.body.chains
	chain.sink.kind == "send"
	chain.source.kind in {"agent", "browser", "clipboard", "environment", "history", "key", "keychain", "login", "screen", "system", "wallet"}
	chains.destination(chain) in {"anonymous", "unrelated", "veiled"}
}

# Lines that every shell has from then on: through whom it asks, and whether it looks who
# answers.
diverts(command, kind) := {{"severity": "high", "why": sprintf("and what is asked then goes through %s", [destinations.called(host)])} |
	kind in {"git", "program", "shell"}
	some line in split(object.get(command, "put", ""), "\n")
	regex.match(`(?i)^\s*(export\s+|setx?\s+(-\w+\s+)*|\$env:)?(\w*(https?|all|ftp|socks)_?proxy|proxy|\w+_(base_url|api_base|endpoint_url?))\s*[= ]\s*["']?(https?|socks\w*)://`, line)
	some host in addresses.named(line)
	destinations.relation(host) in {"anonymous", "unrelated"}
} | {{"severity": "high", "why": "and nothing that is asked then looks who answers"} |
	kind in {"git", "program", "shell"}
	regex.match(`(?im)\bNODE_TLS_REJECT_UNAUTHORIZED\s*[= ]\s*["']?0|\bPYTHONHTTPSVERIFY\s*[= ]\s*["']?0|\bGIT_SSL_NO_VERIFY\s*[= ]\s*["']?(1|true)|\bnpm_config_strict_ssl\s*[= ]\s*["']?false|^\s*strict-ssl\s*=\s*false|^\s*sslverify\s*=\s*false|\b(CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|SSL_CERT_FILE)\s*=\s*["']?\s*["']?\s*$|^\s*(insecure|-k)\s*$`, object.get(command, "put", ""))
}

# An editor that does something with a stranger's address whenever it is used, and logins
# that go through a stranger.
lets_in(command, kind) := {{"severity": "high", "why": sprintf("and what is edited then comes to %s", [destinations.called(host)])} |
	kind == "program"
	some line in split(object.get(command, "put", ""), "\n")
	regex.match(`(?i)^\s*(au|autocmd|augroup|vim\.api\.nvim_create_autocmd|\(add-hook|add-hook)\b`, line)
	regex.match(`(?i)!|\b(system|jobstart|termopen|job_start|os\.execute|io\.popen|shell-command|call-process|start-process)\b`, line)
	some host in addresses.named(line)
	destinations.relation(host) in {"anonymous", "unrelated"}
} | {{"severity": severity, "why": sprintf("and who logs in elsewhere then goes through %s", [host])} |
	kind == "program"
	put := object.get(command, "put", "")
	some line in split(put, "\n")
	found := regex.find_all_string_submatch_n(`(?i)^\s*(?:proxyjump|proxycommand|hostname)\b[ =]+(?:[^\n]*?[\s@])??((?:[\w-]+\.)+[a-z]{2,})\b`, line, 1)
	host := lower(found[0][1])
	destinations.relation(host) in {"anonymous", "unrelated"}
	not regex.match(`(?i)(^|\.)(example|test|invalid|local|localhost|internal|corp|lan|company|acme|yourdomain|mycompany)(\.|$)`, host)
	severity := through(put, line)
}

# Every machine, or one where many keep their code; a machine by the name of its own is what
# such a file is for.
through(put, _) := "high" if regex.match(`(?im)^\s*host\s+[^\n]*(\*(\s|$)|\b(github|gitlab|bitbucket)\.(com|org)\b)`, put)

through(put, line) := "medium" if {
	not regex.match(`(?im)^\s*host\s+[^\n]*(\*(\s|$)|\b(github|gitlab|bitbucket)\.(com|org)\b)`, put)
	not regex.match(`(?i)^\s*hostname\b`, line)
}

suspect(host, _) if addresses.anonymous(host)

suspect(host, args) if {
	addresses.plain(concat(" ", args))
	not addresses.local(host)
}

# What a line that is run later must not say, whatever it is written in.
orders := {
	"and what runs then fetches code": `(?i)\b(curl|wget|iwr|irm|invoke-webrequest|certutil|bitsadmin)\b[^\n]*(\|\s*(sudo\s+)?((ba|z|da|k|a)?sh|python3?|perl|node|ruby|iex)\b|;\s*(ba)?sh\b|&&\s*((ba)?sh|chmod|\.?/))|\b(eval|source|sh -c|bash -c|exec)\s+["'\\]*[$<]?\(\s*(curl|wget)\b|\bmshta(\.exe)?\s+\S*://|\b(iex|invoke-expression|downloadstring)\b|\burlopen\(|\brequests\.get\(`,
	"and what runs then is hidden": `(?i)base64\s+(-d|-D|--decode)|frombase64string|b64decode|powershell(\.exe)?\s([^\n]*\s)?-e(c|nc|ncodedcommand)?\s`,
	"and what runs then connects to another machine": `/dev/(tcp|udp)/|\b(ncat|netcat|socat|nc)\b[^\n]*(\s-[a-z]*[ec]\b|exec:)`,
	"and what runs then lies where everybody can write": `(?m)(^|[;&|(]|\b(sh|bash|zsh|python3?|node|perl|ruby|exec|nohup|source|setsid)\s|[*0-9]\s|@[a-z]+\s|Exec[A-Za-z]*=)\s*["']?(/private)?/(tmp|var/tmp|dev/shm)/[^\s;&|>]+`,
}

# The text, without names for commands that only fetch. From where something is copied
# says nothing of what runs then.
later(command) := regex.replace(
	regex.replace(concat("\n", array.concat([object.get(command, "put", "")], words_of(command))), `(?m)^\s*alias [^|;&$<]*$`, ""),
	set_up, "",
)

# An installed program is asked for its own set-up: "starship init pwsh | Invoke-Expression".
set_up := `(?im)(^|[&(;\s])[a-z][\w-]*(\.exe)?\s+(init|hook|activate|completions?|env)(\s+[\w=-]+)*\s*(\|\s*out-string\s*)?\|\s*(iex|invoke-expression)\b`

words_of(command) := [] if {
	command.program in {"cp", "install", "mv", "rsync"}
} else := command.args

runners := {"ash", "bash", "dash", "eval", "iex", "ksh", "node", "perl", "php", "python", "python2", "python3", "ruby", "sh", "source", "xargs", "zsh"}

hides(step) if {
	step.program in {"base32", "base64", "basenc", "gbase64"}
	some arg in step.args
	regex.match(`^(-[A-Za-z]*[dD][A-Za-z0-9]*|--d(e(c(o(d(e)?)?)?)?)?)$`, arg)
}

hides(step) if {
	step.program in {"powershell", "pwsh"}
	some arg in step.args
	regex.match(`(?i)^-e(n(c(o(d(e(d(c(o(m(m(a(n(d)?)?)?)?)?)?)?)?)?)?)?)?)?$`, arg)
}

hides(step) if {
	step.program == "xxd"
	some arg in step.args
	regex.match(`^-[a-z]*r`, arg)
}

# By the place.
graver(command, "key", _) := {{"severity": "high", "why": "with a key of somebody"} |
	some step in commands.steps(command)
	some text in array.concat([object.get(step, "stdin", ""), object.get(command, "put", "")], step.args)
	regex.match(`(?i)\b(ssh-(rsa|dss|ed25519)|ecdsa-sha2-|sk-(ssh|ecdsa)-)`, text)
	not regex.match(`(?i)AAAA[A-Za-z0-9+/]*(example.{0,12}example|your_?public_?key|public_?key_?here|placeholder|x{12})`, text) # nobody has the other half
} | {{"severity": "high", "why": "with a key that the package brings"} |
	some step in commands.steps(command)
	some arg in step.args
	not regex.match(`^<?([~$%]|/|[A-Za-z]:)`, arg)
	some file in input.skill.files
	regex.match(`(?i)\.pub$|authorized|(^|[/_-])keys?([._-]|$)`, file.path)
	endswith(concat("", ["/", trim_left(arg, "<@./")]), concat("", ["/", file.path]))
}

graver(command, "rights", place) := {{"severity": "high", "why": ""} |
	regex.match(`^(/private)?/etc/(sudoers|doas|passwd|shadow|group|gshadow|ld\.so\.preload|pam|polkit)`, place)
	command.program != "cat"
}

graver(command, "python", place) := {{"severity": "high", "why": "and its lines run code"} |
	endswith(lower(place), ".pth")
	regex.match(`(?m)^\s*import[\s;]`, object.get(command, "put", ""))
}

graver(command, "agent", place) := (({{"severity": "medium", "why": "with something to run"} |
	regex.match(`"?hooks"?\s*[:=\]]|\bmcpServers\b|"command"\s*:|bypassPermissions|dangerously|"allow"\s*:`, object.get(command, "put", ""))
	some folder in {"~/", "/"}
	startswith(place, folder)
	not own_hooks(object.get(command, "put", ""))
} | {{"severity": "medium", "why": "with orders for every session"} |
	regex.match(`^~/(.+/)?(agents|claude|gemini|soul|memory|heartbeat|identity|bootstrap)\.md$`, lower(place))
	regex.match(`(?i)\b(ignore|always|never|must|do not (tell|mention|ask)|without asking|before (every|each|any))\b`, object.get(command, "put", ""))
}) | {{"severity": "high", "why": sprintf("with a server at %s, which the skill does not say that it is for", [concat(", ", strangers)])} |
	some folder in {"~/", "/"}
	startswith(place, folder)
	strangers := hosts_of_servers(object.get(command, "put", ""))
	count(strangers) > 0
}) | {{"severity": "high", "why": "in every skill of the user, whoever wrote it"} |
	# A file of each skill, and none that the skill itself lays down there.
	regex.match(`(^|/)\.?skills/\*(\*)?/(.*/)?[^/]*\.[a-z]+$`, lower(place))
	some write in object.get(command, "writes", [])
	write.place == place
	write.act in {"append", "write"}
}

# The skill is for hooks, and these ask no other machine.
own_hooks(put) if {
	regex.match(`(?i)\bhooks?\b`, purpose.promise)
	not regex.match(`(?i)\bmcpServers\b|bypassPermissions|dangerously|"allow"\s*:|://|\b(curl|wget|nc|ncat|base64|eval)\b`, put)
}

# The server of somebody else, which an agent is given for all sessions: it is told what
# the agent asks it, and says what its tools do.
hosts_of_servers(put) := {host |
	regex.match(`\bmcpServers\b`, put)
	some found in regex.find_all_string_submatch_n(`(?:"(?:url|serverUrl|httpUrl)"\s*:\s*|\bmcp-remote\b[^\n]{0,40}?)"(https?://[^"\s]+)"`, put, -1)
	some host in addresses.named(found[1])
	destinations.relation(host) in {"anonymous", "unrelated"}
}

# Every repository of the user then runs what lies in a folder, where the description says
# nothing of that. What lies there and fetches code is in the same lines, or in the package.
graver(command, "registered", _) := {{"severity": "medium", "why": "in every repository of the user"} |
	everywhere(command)
	not regex.match(`(?i)\bhooks?\b`, purpose.promise)
} | {{"severity": "high", "why": "in every repository of the user, and what runs then fetches code"} |
	everywhere(command)
	command.file in fetching
}

# The files with a command that fetches code, hides it or has it lie in the open, made once for
# all settings.
fetching contains other.file if {
	some other in input.skill.body.commands
	some step in array.concat([other], commands.steps(other))
	some pattern in orders
	regex.match(pattern, concat(" ", array.concat([object.get(step, "stdin", ""), object.get(other, "put", "")], step.args)))
}

everywhere(command) if {
	command.program == "git"
	regex.match(`(?i)(^|\s)config\s.*--(global|system)\b.*\bcore\.hookspath\b`, concat(" ", command.args))
}

graver(_, kind, _) := set() if not kind in {"key", "rights", "python", "agent", "registered"}

# Words of a description for what runs later, by itself.
promised := `\b(schedul\w*|cron(tabs?|jobs?)?|timers?|systemd|launchd|task scheduler|daemons?|(background|system|windows) services?|at (boot|start-?up)|auto-?starts?|recurring|periodic\w*|regularly|nightly|every (day|night|week|hour|month))\b`

# Without more: what a user may well want, and should be told.
usual(command, kind, place) := "info" if {
	kind in {"shell", "program"}
	lasting.harmless(command)
} else := "low" if {
	kind in {"shell", "program", "agent", "key", "git"}
} else := "low" if {
	# A unit that another program made, or an address of the package itself.
	kind == "registered"
	command.program in {"systemctl", "launchctl", "git", "npm", "pip", "pip3", "pnpm", "yarn", "openclaw", "clawdbot"}
} else := "low" if {
	# It is what the skill says that it is for.
	kind in {"registered", "schedule", "service"}
	regex.match(promised, purpose.promise)
} else := "low" if {
	kind == "python"
	not startswith(place, "/")
	not startswith(place, "~")
} else := "medium"
