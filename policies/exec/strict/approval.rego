# A command may not approve commands: it may neither change approvals, nor allow
# programs in the settings, nor write to the folder where approvals are stored, nor
# call anything else of skillctl that changes by what is decided.
package skillctl.exec.profiles.strict

import data.skillctl.tables.own

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": sprintf("%q changes what is approved or allowed, which only a person may do in a terminal", [command.text]),
	"hint": "`skillctl approvals list` and `skillctl approvals show` are allowed",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	is_own(command)
	not looks_only(command)
	changes_approvals(command)
}

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": sprintf("%q may change by what skillctl decides, which only a person may do in a terminal", [command.text]),
	"hint": "what only looks, such as lint, gate or status, is allowed",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	is_own(command)
	not changes_approvals(command)
	not own_call(command, own.looks)
	not own_call(command, own.judges)
}

# What decides by itself does so by the settings that are in force here.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": sprintf("%q has skillctl decide by other settings than those that are in force", [command.text]),
	"hint": sprintf("call it in this folder, without %s", [concat(", ", own.chooses)]),
	"span": head_span(command),
} if {
	some command in input.facts.commands
	is_own(command)
	not own_call(command, own.looks)
	own_call(command, own.judges)
	chooses(command)
}

is_own(command) if lower(trim_suffix(command.base, ".exe")) == "skillctl"

# Its words up to those of another command.
own_words(command) := [word.value |
	some i, word in command.args
	i > 0
	every earlier in array.slice(command.args, 1, i + 1) {
		object.get(earlier, "value", null) != "--"
	}
]

# Options of skillctl as a whole stand in front of the name.
own_names(command) := [word |
	some word in own_words(command)
	is_string(word)
	not word in {"--no-pager", "-h", "--help", "--version"}
]

own_call(command, _) if count(own_names(command)) == 0

own_call(command, table) if "*" in table[own_names(command)[0]]

own_call(command, table) if own_names(command)[1] in table[own_names(command)[0]]

own_call(command, table) if {
	"" in table[own_names(command)[0]]
	every word in array.slice(own_names(command), 1, count(own_names(command))) {
		startswith(word, "-")
	}
}

chooses(command) if {
	some word in own_words(command)
	is_string(word)
	some option in own.chooses
	split(word, "=")[0] == option
}

# A word that may be one of them.
chooses(command) if {
	some word in own_words(command)
	not is_string(word)
}

# Settings are looked for from there.
chooses(command) if command.dir.path != ""

chooses(command) if not command.dir.known

chooses(command) if count(command.dir.or) > 0

looks_only(command) if {
	command.args[1].value == "approvals"
	command.args[2].value in {"list", "show"}
}

# An argument that is known only later could be anything.
changes_approvals(command) if {
	some word in words_of(command)
	word.value == "approvals"
}

# allow is a name like any other behind another subcommand.
changes_approvals(command) if {
	some word in words_of(command)
	word.value == "allow"
	not after_subcommand(command)
}

changes_approvals(command) if {
	some word in words_of(command)
	not certain(word)
	not after_subcommand(command)
}

certain(word) if {
	is_string(word.value)
	not word.glob
}

after_subcommand(command) if {
	certain(command.args[1])
	not startswith(command.args[1].value, "-")
	not command.args[1].value in {"approvals", "allow"}
}

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": "the command names a folder where approvals, or questions to a person, are stored, which only a person may use in a terminal",
	"hint": "use `skillctl approvals list`",
} if {
	some name in {"approvals", "questions", "calls"}
	contains(lower(input.facts.source.text), concat("/", ["skillctl", name]))
}

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": "the command names the folder where skillctl keeps what policies of yours were compiled to, which nobody else may change",
	"hint": "nothing has to be done there; what is kept is made anew when a policy changes",
} if contains(lower(input.facts.source.text), "/skillctl/compiled")
