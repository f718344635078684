# METADATA
# title: Windows program that downloads and runs code
# description: >-
#   Programs that come with Windows are told to run code that is stored elsewhere or
#   is encoded. Malware uses them because the system trusts them.
# custom:
#   code: EXE-003
#   severity: critical
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["windows-loader"]

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s: %s", [commands.shown(command), does]),
	"hint": "write the commands in plain text, in a file of the package, or have people use winget or a release with a checksum",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.sought(command)
	does := loads(command)
}

severity(command) := "medium" if {
	commands.lesser(command)
} else := "medium" if {
	commands.sought_here(command)
} else := "critical"

# What a command does, if it loads code.
loads(command) := "PowerShell runs text that is encoded so that nobody can read it" if {
	command.program in {"powershell", "pwsh"}
	encoded(command.args)
} else := sprintf("%s runs code from another machine", [command.program]) if {
	command.program in {"mshta", "regsvr32", "rundll32", "cscript", "wscript", "wmic", "msiexec"}
	remote(command.args)
} else := sprintf("%s runs code given in its argument", [command.program]) if {
	command.program in {"mshta", "rundll32"}
	commands.has_option(command.args, {"javascript:", "vbscript:"})
}

# -EncodedCommand and every abbreviation of it, with its text.
encoded(args) if {
	some i, arg in args
	regex.match(`(?i)^[-/–—](e|ec|en|enc|enco|encod|encode|encoded|encodedc[a-z]*)$`, arg)
	regex.match(`^[A-Za-z0-9+/=$%]{6,}$`, args[i + 1])
}

remote(args) if {
	some arg in args
	regex.match(`(?i)https?:|^\\\\|^//[a-z0-9]`, arg)
}
