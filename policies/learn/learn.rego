# METADATA
# title: Which commands are fit for an allow-list?
# description: >-
#   Each candidate is a program with the very arguments that were seen, and what would be
#   decided with an entry for it. One is proposed where all that it does is understood,
#   stays on this machine, and takes nothing away; what speaks against it is told.
# entrypoint: true
package skillctl.learn

import data.skillctl.tables.critical
import data.skillctl.tables.learned
import data.skillctl.tables.risk

answers := [answer(candidate) | some candidate in input.candidates]

answer(candidate) := {"propose": false, "why": why} if {
	why := unfit(candidate)
} else := {"propose": false, "why": why} if {
	why := unknown(candidate)
} else := {"propose": false, "why": why} if {
	why := harmful(candidate)
} else := {"propose": false, "why": why} if {
	why := denied(candidate)
} else := {"propose": true, "why": ""}

# What an entry cannot stand for.
unfit(candidate) := "an argument is a secret, or may be one" if {
	candidate.secret
} else := "it is no program" if {
	candidate.role != "program"
} else := "it is no program" if {
	count(candidate.words) == 0
} else := "no program of this name is known here" if {
	not candidate.known
} else := "what it is given is known only when it runs" if {
	not candidate.exact
} else := "an argument has blanks or signs of the shell, which an entry does not hold as they are" if {
	not candidate.plain
} else := "it is named by a path, and what is there may change" if {
	contains(candidate.words[0], "/")
} else := "it is an interpreter: an entry would hold its name, and not what it runs" if {
	candidate.interpreter
} else := "it runs another program" if {
	candidate.carries != ""
} else := "it runs another program" if {
	candidate.hits > 0
}

# What nobody has read is not allowed because it was used.
unknown(candidate) := "skillctl does not know what it does with these arguments" if {
	not candidate.understood
}

# What is gone, or elsewhere, cannot be taken back.
harmful(candidate) := "it deletes or moves something" if {
	deletes(candidate)
} else := "it ends processes" if {
	candidate.words[0] in array.concat(critical.signals.programs, critical.patterns.programs)
} else := "it changes rights, or shows credentials" if {
	some effect in candidate.effects
	effect in {"privilege", "secrets"}
} else := "it changes rights, or shows credentials" if {
	some word in candidate.words
	regex.match(`(?i)^secrets?(/|$)`, word)
} else := "it installs a package by its name, and nobody has read what comes with it" if {
	"package" in candidate.roles
} else := "it may publish something, or change something on another machine" if {
	"network" in candidate.effects
	not listed(candidate)
} else := "it runs what is not known to build or test" if {
	runs(candidate)
	not listed(candidate)
} else := "it may change or overwrite what is there" if {
	changes(candidate)
	not listed(candidate)
} else := "an argument names more than a file or an address" if {
	some role in candidate.roles
	not role in learned.roles.reads
	not role in learned.roles.writes
}

# It writes files, or other arguments and sub-commands of the program do worse.
changes(candidate) if "writes" in candidate.effects

changes(candidate) if {
	some role in candidate.roles
	not role in learned.roles.reads
}

changes(candidate) if risk.high[candidate.words[0]]

changes(candidate) if risk.medium[candidate.words[0]]

changes(candidate) if candidate.words[0] in risk.verbs.programs

deletes(candidate) if "deletes" in candidate.effects

deletes(candidate) if {
	some role in candidate.roles
	role in {"delete", "delete-tree", "device"}
}

runs(candidate) if "runs" in candidate.effects

runs(candidate) if "run" in candidate.roles

# The sub-command is in the table, or all that are understood are, and what is said beside
# it leaves it at that.
listed(candidate) if {
	some sub in ["*", concat(" ", candidate.sub)]
	sub in learned.listed[candidate.words[0]]
	not other_task(candidate)
	not more_than_gets(candidate)
}

# A task of the project whose name does not say that it builds or tests.
other_task(candidate) if {
	concat(" ", candidate.sub) in learned.tasks.programs[candidate.words[0]]
	some word in tasks(candidate)
	some part in regex.split(`[:._-]+`, word)
	not part in learned.tasks.words
}

# The operands: what follows "--" is for the task.
tasks(candidate) := [word |
	some i, word in candidate.words
	i > count(candidate.sub)
	not startswith(word, "-")
	not contains(word, "=")
	not "--" in array.slice(candidate.words, 0, i)
]

# A request with more than an address: what it sends may change something there.
more_than_gets(candidate) if {
	pattern := learned.gets[candidate.words[0]]
	some word in candidate.words
	startswith(word, "-")
	not regex.match(pattern, word)
}

# What the profile says with the entry there.
denied(candidate) := "the commands that it was seen in would not be allowed with it, either" if {
	candidate.count == 0
} else := candidate.reason if {
	not candidate.effect in {"allow", "warn"}
	candidate.reason != ""
} else := "it would not be allowed" if {
	not candidate.effect in {"allow", "warn"}
}
