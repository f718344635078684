# Functions and aliases of a text.
package skillctl.exec.profiles.strict

# Functions that replace a command, or that start themselves without end.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("the function %q replaces a command", [fn.name]),
	"hint": "give the function another name",
	"span": fn.span,
} if {
	some fn in input.facts.functions
	stands_in(fn)
}

stands_in(fn) if fn.kind == "alias"

stands_in(fn) if fn.name in inert

stands_in(fn) if fn.name in data.skillctl.tables.builtins.bash

stands_in(fn) if not regex.match(`^[A-Za-z_][A-Za-z0-9_.:-]*$`, fn.name)

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/program",
	"message": sprintf("the function %q starts itself in the background or in a pipe, again and again", [command.context.function]),
	"hint": "remove the recursion",
	"span": command.span,
} if {
	some command in input.facts.commands
	command.role == "function"
	command.context.function == command.name
	breeds(command.context)
}

breeds(context) if context.background

breeds(context) if context.pipes > 1
