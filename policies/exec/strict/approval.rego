# A command may not approve commands: it may neither change approvals, nor allow
# programs in the settings, nor write to the folder where approvals are stored.
package skillctl.exec.profiles.strict

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": sprintf("%q changes what is approved or allowed, which only a person may do in a terminal", [command.text]),
	"hint": "`skillctl approvals list` and `skillctl approvals show` are allowed",
	"span": head_span(command),
} if {
	some command in input.facts.commands
	lower(trim_suffix(command.base, ".exe")) == "skillctl"
	not looks_only(command)
	changes_approvals(command)
}

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
