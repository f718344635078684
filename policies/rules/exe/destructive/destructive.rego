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

import data.skillctl.lib.chains
import data.skillctl.lib.commands
import data.skillctl.lib.told
import data.skillctl.tables.documents

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

losses(command) := lost(command) | undone(command)

# What a program does to files of the user that it looks for.
findings contains {
	"message": sprintf("%s %s %s, and the skill does not say so", [chain.sink.call, doing[chain.sink.channel], chain.source.name]),
	"hint": "name the files that the skill made itself, below a folder of its own",
	"at": {"file": chain.sink.file, "span": chain.sink.span},
	"related": chains.related(chain, sprintf("%s: the files are found here", [chain.source.name])),
	"severity": chains.lesser(chain, weight[chain.sink.channel]),
	"confidence": "medium",
	"locus": commands.locus(chain.sink.file),
} if {
	some chain in input.skill.body.chains
	chain.sink.kind == "change"
	chain.source.kind == "personal"
	weight[chain.sink.channel]
	not chain.source.locked
	not cleans
	not locked(chain)
}

doing := {"delete": "removes files in", "overwrite": "writes over files in"}

# The description speaks of nothing that takes files away, and it is all of a folder in which
# people keep theirs.
weight := {"delete": "high", "overwrite": "medium"}

cleans if regex.match(`(?i)\b(delet\w+|remov\w+|clean\w*|clear\w*|tid(y|ies|ying)|organi[sz]\w+|sort(s|ed|ing)?|dedup\w*|duplicates?|free(s|ing)? up|purg\w+|wip\w+|shred\w*|trash|declutter\w*|prun\w+|archiv\w+|mov(e|es|ing)|renam\w+|convert\w*|compress\w*|edit\w*|updat\w+|format\w*|fix\w*|replac\w+|rewrit\w+|annotat\w+|watermark\w*|resiz\w+|encrypt\w*)\b`, told.description)

# The rule about files that are locked tells more of it.
locked(chain) if {
	some other in input.skill.body.chains
	other.source.locked
	other.source.file == chain.source.file
	other.source.span == chain.source.span
}

severity(command, grade) := "low" if {
	commands.told_of(command)
} else := commands.lower_severity[grade] if {
	commands.lesser(command)
} else := grade

lost(command) := ((({[graded(write), sprintf(wording[write.kind], [write.place])] |
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
}) | {[recovery[0], recovery[1]] |
	some recovery in recoveries
	command.program in recovery[2]
	regex.match(recovery[3], lower(concat(" ", command.args)))
}) | {[grade, sprintf("removes files of the user, one by one, below %q", [place])] |
	command.program in removers
	not locks_too(command)
	grade := one_by_one(command)
	some place in command.over
	not regex.match(`(?i)/backups?(/|$)`, place) # old ones make room for new ones
}

# What Git keeps so that something can be undone is removed together with what was not committed.
undone(command) := {["high", "removes what Git keeps to undo it, beside work that was not committed"] |
	command.program == "git"
	undoable(command)
	not regex.match(`(?i)\b(secrets?|leak\w*|purge\w*|rewrit\w+|history|bfg|filter-repo|sensitive)\b`, told.description)
	some other in input.skill.body.commands
	other.file == command.file
	other.program == "git"
	unsaved(other)
	other.span.start.line >= command.span.start.line - 12
	other.span.start.line <= command.span.start.line + 12
}

undoable(command) if regex.match(`\breflog (expire|delete)\b.*--expire(-unreachable)?[= ](now|all)\b`, concat(" ", command.args))

unsaved(command) if regex.match(`^(-C \S+ )?(stash (clear|drop)|clean\b.*-\w*f\w*|reset\b.*--hard)`, concat(" ", command.args))

wording := {
	"home": "deletes %q, and with it what belongs to the user",
	"system": "deletes or opens %q, which belongs to the operating system",
}

# The home folder and the system; of a single folder of the user's a skill may have a
# reason to speak.
graded(write) := "high" if {
	write.kind == "system"
} else := "high" if {
	write.kind == "home"
	not regex.match(`^~/[^*./][^/]*(/\*)?$|^~/\.[a-z][^/]*(/\*)?$`, lower(write.place))
} else := "medium" if {
	write.kind == "home"
	regex.match(`^~/[^*./][^/]*(/\*)?$|^~/\.[a-z][^/]*(/\*)?$`, lower(write.place))
	not several
} else := "high" if {
	write.kind == "home"
	regex.match(`^~/[^*./][^/]*(/\*)?$`, lower(write.place))
	several
} else := "medium" if {
	write.kind == "home"
	regex.match(`^~/\.[a-z][^/]*(/\*)?$`, lower(write.place))
	several
}

# More than one of the folders that people keep their files in is no single folder.
several if {
	count({lower(write.place) |
		some command in input.skill.body.commands
		not commands.lesser(command)
		not commands.told_of(command)
		some write in command.writes
		write.act == "delete-tree"
		write.kind == "home"
		regex.match(`^~/(documents|desktop|downloads|pictures|music|movies|videos|photos)(/\*)?$`, lower(write.place))
	}) > 1
}

# A name to be filled in is for the reader to choose.
disk_grade(_, write) := "medium" if {
	regex.match(`(?i)/(r?disk|sd)[xn]\d*$|[<$%]|your`, write.place)
} else := "high"

# Only what a test of find lets through: a name that it is to have, or that nothing is in it.
# How old or large something is says nothing of whose it is: that counts within one folder.
chosen(command) if {
	command.program in finders
	some i, arg in command.args
	regex.match(`^-(i?name|i?path|i?regex|i?wholename|empty|inum|samefile)$`, arg)
	not negated(command, i)
}

chosen(command) if {
	command.program in finders
	every write in command.writes { not write.place in {"~", "~/", "~/*"} }
	some arg in command.args
	regex.match(`^-([amc]?(time|min)|a?newer.*|size|user|group|perm|links|name|path)$`, arg)
}

finders := {"find", "gfind", "fd"}

negated(command, i) if {
	i > 0
	command.args[i - 1] in {"!", "-not", `\!`}
}

# What is gone comes back from copies, snapshots and logs: [how grave, what, programs,
# arguments]. Whoever looks after disks and file systems removes old snapshots at times.
recoveries := [
	["high", "deletes the backups of the machine", {"vssadmin", "wbadmin"}, `(^|\s)delete\b`],
	["high", "deletes the backups of the machine", {"wmic", "get-wmiobject", "get-ciminstance", "gwmi"}, `shadowcopy.*\bdelete|win32_shadowcopy`],
	["high", "keeps the machine from repairing itself when it starts", {"bcdedit"}, `recoveryenabled\W+(no|off|false|0)|ignoreallfailures`],
	["high", "keeps the machine from repairing itself when it starts", {"reagentc"}, `[/-]disable`],
	["high", "deletes what the machine has logged", {"wevtutil"}, `(^|\s)(cl|clear-log)\b`],
	["high", "deletes what the machine has logged", {"clear-eventlog"}, ``],
	["medium", "deletes the backups of the machine, or has no more made", {"tmutil"}, `(^|\s)(disable|delete\w*)\b`],
	["medium", "deletes snapshots", {"zfs", "zpool"}, `(^|\s)destroy\b`],
	["medium", "deletes snapshots", {"btrfs"}, `\bsubvolume delete\b.*snap`],
	["medium", "deletes snapshots", {"timeshift", "snapper"}, `delete`],
]

removers := {"erase", "fd", "fdfind", "find", "gfind", "remove-item", "rm", "sdelete", "shred", "srm", "unlink", "wipe"}

# Files that people make, or all: not what a program left that can be made again. What is
# old is for somebody to look at, as is a single folder.
one_by_one(command) := "high" if {
	not aged(command)
	not of_programs(command)
	wipes(command)
} else := "high" if {
	not aged(command)
	made_by_people(command)
	some place in command.over
	regex.match(documents.home, place)
} else := "high" if {
	# All that is in the home folder, whatever it is called.
	not aged(command)
	count(names(command)) == 0
	not of_programs(command)
	some place in command.over
	regex.match(documents.home, place)
} else := "medium" if {
	made_by_people(command)
} else := "medium" if {
	not aged(command)
	count(names(command)) == 0
}

wipes(command) if command.program in {"sdelete", "shred", "srm", "wipe"}

aged(command) if regex.match(`(^|\s)-empty\b`, object.get(command, "picks", ""))

aged(command) if {
	regex.match(`(^|\s)-([amc]?(time|min)|newer\w*)\b`, object.get(command, "picks", ""))
	every place in command.over {
		not regex.match(documents.home, place)
		not regex.match(made_in, place)
	}
}

# Folders in which people keep what they made: what is old there is kept, not left behind.
made_in := `(?i)(^|/)(documents|desktop|pictures|photos|movies|videos|music|notes|mail|maildir)(/|$)`

names(command) := {trim(found[1], `"'`) | some found in regex.find_all_string_submatch_n(`-i?(?:name|wholename|path)\s+(\S+)`, object.get(command, "picks", ""), -1)}

made_by_people(command) if {
	some name in names(command)
	regex.match(sprintf(`(?i)\*\.(%s)$`, [concat("|", documents.endings)]), name)
}

of_programs(command) if {
	count(names(command)) > 0
	not made_by_people(command)
}

# The rule about files that are locked tells more of it.
locks_too(command) if {
	some other in input.skill.body.commands
	other.file == command.file
	documents.lock.programs[other.program]
	some place in object.get(other, "over", [])
	place in command.over
}
