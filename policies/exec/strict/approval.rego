# Nobody approves for himself: a command may neither answer for the approvals of
# commands nor write where they are kept.
package skillctl.exec.profiles.strict

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": sprintf("%q would give, take or change approvals, which is for people at a terminal of their own", [command.text]),
	"hint": "`skillctl approvals list` and `… show` may be used",
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
	command.args[1].value != "approvals"
}

objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/approval",
	"message": "it names the folder in which approvals are kept, which is for people at a terminal of their own",
	"hint": "use `skillctl approvals list`",
} if {
	contains(lower(input.facts.source.text), "skillctl/approvals")
}
