# METADATA
# title: Destroys more than its own files
# description: >-
#   The text deletes the home folder, folders of the system or the backups of the machine,
#   or overwrites a disk. What is gone cannot be brought back.
# custom:
#   code: DST-001
#   severity: high
#   confidence: high
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe.destructive

import data.skillctl.lib.commands

findings contains {
	"message": sprintf("%s %s", [commands.shown(command), loss[1]]),
	"hint": "name the files that the skill made itself, below a folder of its own",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, loss[0]),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	not commands.of_image(command)
	some loss in losses(command)
}

severity(command, grade) := "low" if {
	commands.told_of(command)
} else := commands.lower_severity[grade] if {
	commands.lesser(command)
} else := grade

losses(command) := (({[graded(write), sprintf(wording[write.kind], [write.place])] |
	some write in command.writes
	write.act in {"delete-tree", "mode-tree", "device"}
	wording[write.kind]
	write.kind in {"home", "system"}
	not chosen(command)
} | {["high", sprintf("deletes all in %q", [write.place])] |
	some write in command.writes
	write.act == "delete"
	write.kind == "home"
	regex.match(`^(~|/home/[^/]+|/users/[^/]+)/(\.?\*)$`, lower(write.place))
}) | {[disk_grade(command, write), sprintf("overwrites the disk %q", [write.place])] |
	some write in command.writes
	write.kind == "disk"
	write.act in {"write", "append", "device", "delete", "delete-tree"}
}) | {["high", "deletes the backups of the machine"] |
	command.program in {"vssadmin", "wbadmin"}
	some arg in command.args
	lower(arg) == "delete"
}

wording := {
	"home": "deletes %q, and with it what belongs to the user",
	"system": "deletes or opens %q, which belongs to the operating system",
}

# The home folder and the system; of a single folder of the user's a skill may have a
# reason to speak.
graded(write) := "high" if write.kind == "system"

graded(write) := "high" if {
	write.kind == "home"
	not regex.match(`^~/[^*./][^/]*(/\*)?$|^~/\.[a-z][^/]*(/\*)?$`, lower(write.place))
}

graded(write) := "medium" if {
	write.kind == "home"
	regex.match(`^~/[^*./][^/]*(/\*)?$|^~/\.[a-z][^/]*(/\*)?$`, lower(write.place))
}

# A name to be filled in is for the reader to choose.
disk_grade(_, write) := "medium" if {
	regex.match(`(?i)/(r?disk|sd)[xn]\d*$|[<$%]|your`, write.place)
} else := "high"

# Only what a test of find lets through.
chosen(command) if {
	command.program in {"find", "gfind", "fd"}
	some arg in command.args
	regex.match(`^-(i?name|i?path|i?regex|i?wholename|[amc]?(time|min)|a?newer.*|size|empty|user|group|perm|inum|links|samefile)$`, arg)
}
