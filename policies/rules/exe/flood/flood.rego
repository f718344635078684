# METADATA
# title: Floods a server of somebody else
# description: >-
#   A command asks a server that is not the user's own as often and at as many times at once as
#   it can, so that others do not get through. Whoever runs it answers for that.
# custom:
#   code: EXE-032
#   severity: high
#   confidence: medium
#   locus: instruction
#   unit: skill
#   package: true
#   fix: none
package skillctl.rules.exe.flood

import data.skillctl.lib.addresses
import data.skillctl.lib.commands
import data.skillctl.lib.destinations

findings contains {
	"message": sprintf("%s asks %s", [commands.shown(command), how[1]]),
	"hint": "ask one thing at a time, wait as long as the server says (Retry-After), and load only what is the user's own",
	"at": {"file": command.file, "span": command.span},
	"severity": severity(command, how[0]),
	"locus": commands.locus(command.file),
} if {
	some command in input.skill.body.commands
	command.program in programs
	how := floods(command)
}

severity(command, _) := "medium" if commands.slighter(command)

severity(command, grade) := grade if not commands.slighter(command)

# Many at once, each of which is an address.
floods(command) := ["high", sprintf("%d times at once", [many])] if {
	command.program in {"parallel", "xargs"}
	some arg in command.args
	arg in {"curl", "wget", "http", "xh", "ab", "nc"}
	many := at_once(command.args)
	many >= 50
	counted(command)
	not own(command)
} else := ["high", sprintf("%s under load, which is not the user's own", [destinations.called(host)])] if {
	command.program in loaders
	heavy(command)
	host := min(strangers(command))
} else := ["high", "as much as it can, with packets that nobody asked for"] if {
	command.program == "hping3"
	some arg in command.args
	arg in {"--flood", "--faster"}
	not own(command)
}

programs := loaders | {"hping3", "parallel", "xargs"}

loaders := {"ab", "bombardier", "goldeneye", "h2load", "hey", "siege", "slowhttptest", "slowloris", "vegeta", "wrk", "wrk2"}

at_once(args) := max({to_number(found[0][1]) |
	some found in [regex.find_all_string_submatch_n(`(?:^|\s)(?:-P|-j|--max-procs|--jobs)[ =]*(\d+)`, concat(" ", args), 1)]
	count(found) > 0
})

# As often as a number says, and not once for each of a list.
counted(command) if {
	some step in command.input
	step.program in {"seq", "yes", "jot", "gseq"}
}

counted(command) if {
	some arg in command.args
	regex.match(`(?i)nocache|cachebust|\$RANDOM`, arg)
}

# So much at once, so often or so long that it is no test of one page.
heavy(command) if {
	shown := concat(" ", command.args)
	some found in regex.find_all_string_submatch_n(`(?:^|\s)(?:-c|-n|-z|-d|-t|-r|--concurrent|--connections|--requests|--rate|-rate|--duration|--time)[ =]?(\d+)(k|m|h)?`, shown, -1)
	number(found) >= 300
}

number(found) := to_number(found[1]) * object.get({"k": 1000, "m": 60, "h": 3600}, found[2], 1)

own(command) if {
	hosts := addresses.asked(command)
	count(hosts) > 0
	count(strangers(command)) == 0
}

strangers(command) := {host |
	some host in addresses.asked(command)
	destinations.strange(host)
}
