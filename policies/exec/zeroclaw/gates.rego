# The allow-list gates: the first that fails names itself.
package skillctl.exec.profiles.zeroclaw

passing := {"ok", "ok_unrestricted_wildcard"}

lists_everything if {
	some entry in allowed_commands.list
	trim_space(entry) == "*"
}

unrestricted if {
	lists_everything
	not block_high
}

# gate is the outcome of the allow-list: its name, and what it is about.
gate := {"name": "autonomy_readonly", "span": null, "setting": ["zeroclaw", "level"], "hint": "level readonly runs no command"} if {
	level == "readonly"
} else := {"name": "ok_unrestricted_wildcard"} if {
	unrestricted
} else := {"name": "powershell_grammar", "span": null, "hint": "only simple commands, quoted or plain arguments and pipelines are read"} if {
	view.dialect == "powershell"
	not view.grammar
} else := {"name": "powershell_variable", "span": null, "hint": "only $Name and $Name.Property are read"} if {
	view.dialect == "powershell"
	not view.variables
} else := {"name": name, "span": object.get(view.spans, name, null), "setting": ["zeroclaw", "block_high_risk_commands"], "hint": gate_hints[name]} if {
	view.dialect != "powershell"
	name := fired[0]
} else := segment_gates[0] if {
	count(segment_gates) > 0
} else := {"name": "empty_command", "span": null, "hint": "at least one command is required"} if {
	view.dialect != "powershell"
	not view.commands
} else := {"name": "ok"}

fired := [name | some name in table.gates; view.gates[name]]

gate_hints := {
	"backtick": "write it without backticks; they count even in single quotes",
	"variable_or_command_expansion": "write values out; \"$\" counts in double quotes too",
	"process_substitution": "write it without <( and >(",
	"output_redirect": "let the program write the file, or redirect to /dev/null",
	"input_redirect": "name the file as an argument",
	"tee": "write it without tee",
	"background_ampersand": "write && or a line for each command",
}

# What single segments are refused for, in their order.
segment_gates := [found |
	some segment in view.segments
	found := segment_gate(segment)
]

segment_gate(segment) := {
	"name": "powershell_executable",
	"span": segment.wordSpan,
	"hint": sprintf("%q is not the plain name of a command", [segment.word]),
} if {
	view.dialect == "powershell"
	hidden_name(segment.executable)
} else := {
	"name": "powershell_batch_file",
	"span": segment.wordSpan,
	"hint": sprintf("%q is a batch file", [segment.executable]),
} if {
	view.dialect == "powershell"
	segment.batch
} else := {
	"name": concat(":", ["not_in_allowlist", segment.base]),
	"span": segment.wordSpan,
	"setting": allowed_commands.path,
	"hint": sprintf("%q, the first word of a segment, is not in the list", [segment.base]),
} if {
	segment.base != ""
	not listed(segment)
} else := {
	"name": "powershell_provider_argument",
	"span": segment.span,
	"hint": "an argument names a provider's drive, such as env:",
} if {
	view.dialect == "powershell"
	segment.provider
} else := {
	"name": concat(":", ["unsafe_args", segment.base]),
	"span": segment.argSpans[unsafe[0]],
	"hint": sprintf("%q is not allowed among the arguments of %q", [segment.args[unsafe[0]], segment.base]),
} if {
	segment.base != ""
	unsafe := unsafe_args(segment)
	count(unsafe) > 0
}

hidden_name("")

hidden_name(name) if startswith(name, "$")

listed(segment) if {
	some entry in allowed_commands.list
	entry_matches(entry, segment)
}

# Listed by name or path, not by "*" alone.
listed_explicitly(segment) if {
	some entry in allowed_commands.list
	trim_space(trim(entry, `"'`)) != "*"
	entry_matches(entry, segment)
}

entry_matches(entry, _) if trim_space(entry) == "*"

entry_matches(entry, _) if {
	view.dialect != "powershell"
	plain_entry(entry) == "*"
}

entry_matches(entry, segment) if {
	path_entry(entry)
	same_path(plain_entry(entry), segment.executable)
}

entry_matches(entry, segment) if {
	plain_entry(entry) != ""
	not path_entry(entry)
	entry_base(entry) == segment.base
}

plain_entry(entry) := trim_space(trim(entry, `"'`))

path_entry(entry) if like_path(plain_entry(entry))

entry_base(entry) := lower(plain_entry(entry)) if view.dialect != "powershell"

entry_base(entry) := trim_suffix(lower(plain_entry(entry)), ".exe") if view.dialect == "powershell"

# The places of the arguments that a program must not have.
unsafe_args(segment) := [i |
	rule := table.unsafe_args[segment.base]
	some i, arg in segment.argsLower
	bad_arg(rule, arg, segment.args[i])
]

bad_arg(rule, arg, _) if arg in object.get(rule, "any", [])

bad_arg(rule, arg, _) if strings.any_prefix_match(arg, object.get(rule, "begins", []))

bad_arg(rule, _, cased) if cased in object.get(rule, "exactly", [])

# validation joins the gates, the risk and the approvals.
validation := {"ok": false, "reason": "no_shell_access", "stop": {
	"gate": "no_shell_access",
	"message": "Command blocked: configured runtime has no shell access",
	"setting": ["zeroclaw", "runtime_has_shell"],
}} if {
	object.get(cfg, "runtime_has_shell", true) == false
} else := {"ok": false, "reason": concat("/", ["not_allowed", gate.name]), "stop": {
	"gate": gate.name,
	"message": sprintf("Command not allowed by security policy: %s", [input.facts.source.text]),
	"hint": sprintf("gate %s%s: %s", [gate.name, at_column(gate.span), gate.hint]),
	"span": gate.span,
	"setting": object.get(gate, "setting", null),
}} if {
	not gate.name in passing
} else := {"ok": false, "reason": "high_risk_blocked", "stop": {
	"gate": "high_risk_blocked",
	"message": "Command blocked: high-risk command is disallowed by policy",
	"hint": "name the program in allowed_commands (\"*\" is not enough), or set block_high_risk_commands to false",
	"span": risk_span,
	"setting": ["zeroclaw", "block_high_risk_commands"],
}} if {
	risk == "high"
	block_high
	not explicitly_allowed
} else := needs_approval("high", ["zeroclaw", "level"]) if {
	risk == "high"
	level == "supervised"
	not approved
} else := needs_approval("medium", ["zeroclaw", "require_approval_for_medium_risk"]) if {
	risk == "medium"
	level == "supervised"
	ask_medium
	not approved
} else := {"ok": false, "reason": "forbidden_path", "stop": {
	"gate": "forbidden_path",
	"message": sprintf("Command blocked: forbidden path argument: %s", [first_token.path]),
	"hint": path_hint(first_token),
	"span": first_token.span,
	"setting": path_setting,
}} if {
	windows
	first_token.path
} else := {"ok": true, "reason": "ok"}

needs_approval(class, setting) := {"ok": false, "reason": concat("_", ["approval_required", class]), "stop": {
	"gate": concat("_", ["approval_required", class]),
	"message": sprintf("Command requires explicit approval (approved=true): %s-risk operation", [class]),
	"span": risk_span,
	"setting": setting,
}}

default at_column(_) := ""

at_column(span) := sprintf(", column %d", [span.start.col])

explicitly_allowed if {
	view.grammar
	every segment in view.segments {
		passes_explicitly(segment)
	}
	count(view.segments) > 0
	view.commands
}

passes_explicitly(segment) if {
	view.dialect != "powershell"
	segment.base == ""
}

passes_explicitly(segment) if {
	segment.base != ""
	not batch(segment)
	listed_explicitly(segment)
}

batch(segment) if {
	view.dialect == "powershell"
	segment.batch
}
