# Variables that change which code runs.
package skillctl.exec.profiles.strict

import data.skillctl.lib.exec.environment as variables

environment := data.skillctl.tables.environment

# The environment of the request: no variable that our tables or OpenClaw's block.
objections contains {
	"grade": "unreadable",
	"rule": "exec/strict/environment",
	"message": sprintf("the request may not set %q: %s", [name, why]),
	"hint": "remove it from the environment of the request",
} if {
	some name, value in input.request.env
	why := refused(name, value)
}

refused(name, _) := "it is not a valid name of a variable" if not regex.match(`^[A-Za-z_][A-Za-z0-9_]*$`, name)

refused(name, value) := "it changes which code runs, or which servers programs trust" if {
	regex.match(`^[A-Za-z_][A-Za-z0-9_]*$`, name)
	key := upper(name)
	not harmless_value(key, value)
	key_refused(key)
}

key_refused(key) if data.skillctl.tables.openclaw_env.blocked.keys[key]

key_refused(key) if data.skillctl.tables.openclaw_env.override.keys[key]

key_refused(key) if strings.any_prefix_match(key, data.skillctl.tables.openclaw_env.blocked.prefixes)

key_refused(key) if strings.any_prefix_match(key, data.skillctl.tables.openclaw_env.override.prefixes)

key_refused(key) if regex.match(data.skillctl.tables.openclaw_env.override.pattern, key)

key_refused(key) if variables.changes_code(key)

harmless_value(key, value) if {
	environment.pagers[key]
	value in {"", "cat"}
}

# What the text assigns.
objections contains {
	"grade": "hazard",
	"rule": "exec/strict/environment",
	"message": sprintf("setting %q changes which code runs", [assignment.name]),
	"hint": "remove the assignment; only the operator sets such variables",
	"span": assignment.span,
} if {
	some assignment in input.facts.assignments
	is_string(assignment.name)
	not assignment.how in {"unset", "for", "select", "local"}
	not assignment.op in {"unset", "export"}
	assigned_code(assignment)
	not local_separator(assignment)
	not harmless_assignment(assignment)
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/environment",
	"message": sprintf("unsetting %q changes which programs are found", [assignment.name]),
	"hint": "leave it out",
	"span": assignment.span,
} if {
	some assignment in input.facts.assignments
	assignment.op == "unset"
	environment.lookup[assignment.name]
}

objections contains {
	"grade": "opaque",
	"rule": "exec/strict/environment",
	"message": "which variable is set is known only when it runs",
	"hint": "write the name of the variable",
	"span": assignment.span,
} if {
	some assignment in input.facts.assignments
	not is_string(assignment.name)
}

# A variable that takes its values one by one, or from input, may be one of
# those too.
assigned_code(assignment) if {
	passed_on(assignment)
	variables.changes_code(upper(assignment.name))
}

# A variable that is not exported matters only when the environment already has it.
assigned_code(assignment) if {
	not passed_on(assignment)
	key := upper(assignment.name)
	kept_key(key)
}

kept_key(key) if variables.known(key)

kept_key(key) if strings.any_prefix_match(key, ["LD_", "DYLD_", "BASH_FUNC_", "GIT_CONFIG"])

passed_on(assignment) if assignment.how in {"prefix", "env", "export", "declare", "readonly", "option"}

# What is exported by its name alone, before or behind: A=1; export A.
passed_on(assignment) if assignment.name in exported

exported := {assignment.name |
	some assignment in input.facts.assignments
	assignment.op == "export"
	is_string(assignment.name)
	exports(assignment)
}

exports(assignment) if assignment.how == "export"

exports(assignment) if {
	assignment.how == "declare"
	some word in words_of(input.facts.commands[assignment.command])
	regex.match(`^-[A-Za-z]*x`, word.prefix)
}

assigned_code(assignment) if {
	passed_on(assignment)
	variables.tells_programs(upper(assignment.name))
}

objections contains {
	"grade": "hazard",
	"rule": "exec/strict/environment",
	"message": sprintf("setting %q changes which code runs", [assignment.name]),
	"hint": "use another name for the variable",
	"span": assignment.span,
} if {
	some assignment in input.facts.assignments
	assignment.how in {"for", "select", "local"}
	is_string(assignment.name)
	kept_key(upper(assignment.name))
	not local_separator(assignment)
}

# IFS= read: the separator of one builtin.
local_separator(assignment) if {
	assignment.name == "IFS"
	assignment.how == "prefix"
	assignment.command >= 0
	input.facts.commands[assignment.command].name in {"read", "mapfile", "readarray"}
}

# A name that is only spelled in lower case is a variable of the text itself.
harmless_assignment(assignment) if {
	assignment.how in {"statement", "read", "mapfile", "printf", "getopts", "arithmetic", "redirect"}
	lower(assignment.name) == assignment.name
	not assignment.name in exported
	not startswith(assignment.name, "npm_config_")
}

harmless_assignment(assignment) if {
	is_object(assignment.value)
	harmless_value(assignment.name, assignment.value.value)
}
