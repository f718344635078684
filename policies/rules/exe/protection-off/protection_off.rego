# METADATA
# title: Turns off a protection of the operating system
# description: >-
#   The text turns off a protection of the operating system, or removes the mark that
#   has a downloaded file checked before it runs.
# custom:
#   code: EXE-008
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe["protection-off"]

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), what]),
	"hint": "sign and notarise the program, or distribute it through a package manager; a skill must work with the protection on",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	what := switches_off(command)
}

severity(command) := "medium" if commands.lesser(command)

severity(command) := "high" if not commands.lesser(command)

switches_off(command) := "removes the quarantine mark, so macOS does not check the download before it runs" if {
	command.program == "xattr"
	some arg in command.args
	regex.match(`^-[a-z]*[dc]`, arg)
	quarantine(command.args)
} else := "lets macOS run every program unchecked" if {
	command.program == "spctl"
	some arg in command.args
	arg in {"--master-disable", "--global-disable", "--add"}
} else := "turns off the integrity protection of macOS" if {
	command.program == "csrutil"
	command.args[0] == "disable"
} else := "turns off the access control of Linux" if {
	command.program == "setenforce"
	lower(command.args[0]) in {"0", "permissive"}
} else := "excludes files from Windows Defender" if {
	command.program in {"set-mppreference", "add-mppreference"}
	commands.has_option(command.args, {"-disable", "-exclusion"})
}

# All marks, or that one.
quarantine(args) if "com.apple.quarantine" in args

quarantine(args) if {
	some arg in args
	regex.match(`^-[a-z]*c`, arg)
}
