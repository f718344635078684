# METADATA
# title: ZeroClaw
# description: >-
#   What ZeroClaw 15d28660 (2026-08-22) would decide about a shell command, gate
#   by gate and in its own words: the allow-list gates, the risk classes with
#   their approvals, then the path arguments. It scans text and knows no syntax,
#   so it refuses much that is harmless and lets through much that is not; profile
#   strict does neither. One thing is stricter than that version: where a
#   forbidden path and an allowed one both match, the more specific one holds
#   (see forbidden_precedence). And what no shell can read is refused.
# custom:
#   facts: [paths, zeroclaw]
package skillctl.exec.profiles.zeroclaw

table := data.skillctl.tables.zeroclaw_exec

view := input.facts.zeroclaw

# The settings, called what a risk profile of ZeroClaw calls them, with its
# defaults.
cfg := object.get(input.settings, "zeroclaw", {})

level := object.get(cfg, "level", "supervised")

# full lifts the confinement to the workspace, unless the settings say otherwise.
workspace_only := object.get(cfg, "workspace_only", level != "full")

block_high := object.get(cfg, "block_high_risk_commands", true)

ask_medium := object.get(cfg, "require_approval_for_medium_risk", true)

workspace := object.get(cfg, "workspace_dir", object.get(input.request, "cwd", "."))

# The programs that may run: ZeroClaw's own list, or the names of the common
# one, or what ZeroClaw allows when nothing is said.
allowed_commands := {"path": ["zeroclaw", "allowed_commands"], "list": cfg.allowed_commands} if own_commands

allowed_commands := {"path": ["exec", "allowlist"], "list": common} if {
	not own_commands
	count(common) > 0
}

allowed_commands := {"path": ["zeroclaw", "allowed_commands"], "list": table.allowed_commands} if {
	not own_commands
	count(common) == 0
}

own_commands if is_array(cfg.allowed_commands)

# Entries that also look at arguments cannot be said in ZeroClaw's terms.
common := [entry |
	some raw in object.get(object.get(input.settings, "exec", {}), "allowlist", [])
	entry := entry_name(raw)
]

entry_name(raw) := raw if is_string(raw)

entry_name(raw) := raw.pattern if {
	is_object(raw)
	not raw.argPattern
}

approved if input.request.approved == true

windows if view.dialect in {"powershell", "cmd"}

budget_hint := "max_actions_per_hour is 0: nothing may run" if cfg.max_actions_per_hour == 0

budget_hint := sprintf("max_actions_per_hour is %d, and %d runs began in the last hour", [
	cfg.max_actions_per_hour,
	object.get(input.request, "actions_last_hour", 0),
]) if {
	cfg.max_actions_per_hour > 0
}

# What follows for the call: the first gate that refuses holds.
stop := {"gate": "rate_limit", "message": "Rate limit exceeded: action budget exhausted", "hint": budget_hint, "setting": ["zeroclaw", "max_actions_per_hour"]} if {
	is_number(cfg.max_actions_per_hour)
	object.get(input.request, "actions_last_hour", 0) >= cfg.max_actions_per_hour
} else := validation.stop if {
	not validation.ok
} else := {
	"gate": "forbidden_path",
	"message": sprintf("Path blocked by security policy: %s", [workspace_token.path]),
	"hint": path_hint(workspace_token),
	"span": workspace_token.span,
	"setting": path_setting,
} if {
	workspace_token
} else := {
	"gate": "protected_path",
	"message": sprintf("Refusing to modify ZeroClaw runtime config/state file: %s. Use dedicated config tools or edit it manually outside the agent loop.", [token.real]),
	"span": token.span,
} if {
	token := protected_tokens[0]
}

# Who could approve is asked; where nobody can be, to need an approval is a no.
effect := "ask" if {
	startswith(stop.gate, "approval_required")
	object.get(input.request, "approver", true) != false
} else := "deny"

reasons contains {
	"effect": effect,
	"rule": concat("/", ["exec/zeroclaw", replace(split(stop.gate, ":")[0], "_", "-")]),
	"message": stop.message,
	"hint": object.get(stop, "hint", ""),
	"span": object.get(stop, "span", null),
	"setting": object.get(stop, "setting", null),
}

reasons contains {
	"effect": "allow",
	"rule": "exec/zeroclaw/allowed",
	"message": sprintf("ZeroClaw would run this (%s risk)", [risk]),
} if {
	not stop
	known_level
	object.get(input.settings, ["exec", "security"], "allowlist") != "deny"
	source_is_whole
}

reasons contains {
	"effect": "deny",
	"rule": "exec/zeroclaw/security",
	"message": "nothing may run: exec.security is \"deny\"",
	"setting": ["exec", "security"],
} if {
	object.get(input.settings, ["exec", "security"], "allowlist") == "deny"
}

reasons contains {
	"effect": "deny",
	"rule": "exec/zeroclaw/level",
	"message": sprintf("zeroclaw.level is %v; readonly, supervised or full is wanted", [json.marshal(level)]),
	"setting": ["zeroclaw", "level"],
} if {
	not known_level
}

known_level if table.levels[level] >= 0

# What was cut short or is not text was not scanned whole.
source_is_whole if {
	input.facts.parse.limit == ""
	input.facts.parse.ok
	input.facts.source.utf8
	not input.facts.source.nul
	count(view.pathTokens) < 20000
	not lines_unclear
}

lines_unclear if {
	some opaque in input.facts.opaque
	opaque.reason == "lines"
}

reasons contains {
	"effect": "deny",
	"rule": "exec/zeroclaw/unread",
	"message": "the command is too large, is not text, has a mistake in its syntax, or lines that do not end where they seem to: it was not read whole",
} if {
	not source_is_whole
}

# How it was decided, for comparing: what each of ZeroClaw's functions returns.
details := {
	"gate": gate.name,
	"allowlist": gate.name in passing,
	"risk": risk,
	"validate": validation,
	"path_arg": token_path(first_token),
	"workspace_path_arg": token_path(workspace_token),
	"stop": object.get(object.union({"gate": "ok"}, stop_or_none), "gate", "ok"),
	"stages": [segment.raw | some segment in view.segments],
	"grammar": view.grammar,
	"redirects": {"input": view.gates.input_redirect, "output": view.gates.output_redirect},
}

default stop_or_none := {}

stop_or_none := stop

default token_path(_) := null

token_path(token) := token.path

default first_token := null

first_token := string_tokens[0]

default workspace_token := false

workspace_token := workspace_tokens[0]
