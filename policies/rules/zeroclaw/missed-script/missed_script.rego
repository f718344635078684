# METADATA
# title: Script that ZeroClaw does not recognise
# description: >-
#   The check of ZeroClaw knows seven shells and eight suffixes. A script for another
#   shell passes it and still runs.
# custom:
#   severity: medium
#   confidence: high
#   locus: script
#   unit: skill
#   hosts: [zeroclaw]
#   fix: none
package skillctl.rules.zeroclaw["missed-script"]

import data.skillctl.lib.hosts
import data.skillctl.lib.zeroclaw

findings contains {
	"message": sprintf("script (%s) that ZeroClaw does not recognise: the skill loads although skills.allow_scripts is false", [reason]),
	"hint": "rewrite it in Python, or set skills.allow_scripts = true",
	"at": {"file": path},
	"hosts": ["zeroclaw"],
} if {
	"zeroclaw" in hosts.selected
	not zeroclaw.allow_scripts
	some path, why in missed
	not zeroclaw.scripts[path]
	reason := concat(", ", why)
}

suffixes := {suffix | some suffix in zeroclaw.table.missed_suffixes}

shells := {shell | some shell in zeroclaw.table.missed_shells}

missed[file.path] contains file.ext if {
	some file in input.skill.files
	file.ext in suffixes
	file.type == "regular"
}

missed[path] contains concat("", ["#!", interpreter]) if {
	some path, interpreter in zeroclaw.facts.interpreters
	interpreter in shells
}

# A first line that the check does not read to the shell's name.
missed[file.path] contains concat("", ["#!", file.shebang.program]) if {
	some file in input.skill.files
	shell_name(file.shebang.program)
	not object.get(zeroclaw.facts.interpreters, file.path, "") in zeroclaw.shells
}

shell_name(program) if lower(program) in zeroclaw.shells

shell_name(program) if lower(program) in shells
