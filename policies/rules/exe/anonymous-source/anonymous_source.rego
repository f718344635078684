# METADATA
# title: Command or program from an anonymous address
# description: >-
#   The text sends somebody to a site for pasted text, a shortened address or a
#   bare number to fetch a command or a program. Who is behind it cannot be told,
#   and what is there can change at any time.
# custom:
#   code: EXE-006
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["anonymous-source"]

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.passages

findings contains {
	"message": sprintf("%s: the command or program to run comes from %s, which is %s", [passages.shown(passage), host, kind]),
	"hint": "write the commands into the skill, or link to a release of the vendor with a checksum",
	"at": {"file": passage.file, "span": passage.span},
	"severity": passages.severity(passage, "high"),
} if {
	some passage in input.skill.body.passages
	passage.about == "host"
	[host, kind] := sources(passage)[0]
	run_from(passage.text)
	not passages.mentioned(passage.line)
	not command_of_its_own(passage)
}

sources(passage) := [[host, kind] |
	some url in passage.urls
	some host in hosts_of(url)
	kind := addresses.anonymous(host)
]

# An address may have another one in it.
hosts_of(url) := named if {
	named := addresses.named(url)
	count(named) > 0
} else := {lower(split(url, "/")[0])}

# A verb and what it is done to.
run_from(shown) if {
	regex.match(`(?i)\b(copy|paste|run|execute|enter|install|launch|download|extract|unzip|double-?click|follow)\b`, shown)
	regex.match(`(?i)\b(commands?|terminal|powershell|console|shell|scripts?|snippet|installer|setup|utility|tool|driver|program|binary|client|archive|agent|update)\b|\.(exe|msi|dmg|pkg|zip|sh|ps1|bat|scr)\b`, shown)
}

# Another rule says it already, with the command.
command_of_its_own(passage) if {
	some flow in input.skill.body.flows
	flow.file == passage.file
	flow.span.start.line == passage.span.start.line
}

# Nothing comes from there: a file goes there.
command_of_its_own(passage) if {
	lines := [command | some command in input.skill.body.commands; command.file == passage.file; command.span.start.line == passage.span.start.line]
	count(lines) > 0
	every command in lines { commands.uploads(command) }
	every url in passage.urls { named_in(lines, url) }
}

named_in(lines, url) if {
	some command in lines
	some arg in command.args
	contains(arg, url)
}
