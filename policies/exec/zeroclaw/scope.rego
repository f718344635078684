# What else ZeroClaw decides by its policy: its own state files, the tools that
# are offered, where a path leads, and how far a sub-agent may go.
package skillctl.exec.profiles.zeroclaw

# The folder that a path is in.
parent_of(file) := concat("/", array.slice(parts, 0, count(parts) - 1)) if {
	parts := split(trim_suffix(file, "/"), "/")
	count(parts) > 2
} else := "/"

state_dirs := ({parent_of(cfg.config_path) | cfg.config_path} | {parent_of(workspace) | true}) | {cfg.data_dir | cfg.data_dir}

runtime_state(file) if {
	parts := components(file)
	name := parts[count(parts) - 1]
	protected_name(name)
	some dir in state_dirs
	array.slice(parts, 0, count(parts) - 1) == components(dir)
}

protected_name(name) if name in table.protected

protected_name(name) if strings.any_prefix_match(name, table.protected_begins)

# METADATA
# title: Where a path leads
# description: >-
#   input.path is absolute and its links are followed; input.facts.zeroclaw.roots
#   has the real paths of roots, where they differ.
# entrypoint: true
resolved := {
	"write": resolved_write(input.path),
	"read": resolved_read(input.path),
	"protected": is_state,
	"read_root": read_root,
	"under": {
		"write": under(array.concat(object.get(cfg, "allowed_roots", []), object.get(cfg, "allowed_roots_write_only", []))),
		"read": under(object.get(cfg, "allowed_roots_read_only", [])),
	},
	"tool_path": tool_path(input.path),
}

default is_state := false

is_state if runtime_state(input.path)

default read_root := null

# The root that lets a path be read: the workspace first.
read_root := [root |
	some root in real_roots(array.concat(roots.write, roots.read))
	below(input.path, root)
][0]

default under(_) := false

under(list) if {
	full := expand(input.path)
	absolute(full)
	some root in list
	below(full, expand(root))
}

# A path as tools take it: relative ones belong to the workspace, also when they
# repeat it without its leading slash.
tool_path(text) := full if {
	full := expand(text)
	absolute(full)
} else := concat("/", array.concat([workspace], rest)) if {
	above := rootless(workspace)
	count(above) > 0
	parts := rootless(expand(text))
	array.slice(parts, 0, count(above)) == above
	same_drive(text)
	rest := array.slice(parts, count(above), count(parts))
} else := concat("/", [trim_suffix(workspace, "/"), expand(text)])

rootless(text) := [part |
	some part in split(regex.replace(replace(text, `\`, "/"), `^(//\?/UNC/|//\?/)?([A-Za-z]:)?`, ""), "/")
	not part in {"", "."}
]

same_drive(text) if not drive(text)

same_drive(text) if {
	drive(text)
	lower(substring(text, 0, 1)) == lower(substring(workspace, 0, 1))
}

# METADATA
# title: Is a tool offered?
# description: >-
#   input.tool against allowed_tools and excluded_tools of the settings; null is
#   no restriction, an empty list of allowed tools allows none.
# entrypoint: true
tool := {"allowed": tool_allowed, "excluded": tool_excluded}

default tool_excluded := false

tool_excluded if input.tool in object.get(cfg, "excluded_tools", [])

default tool_allowed := false

tool_allowed if {
	not tool_excluded
	object.get(cfg, "allowed_tools", null) == null
}

tool_allowed if {
	not tool_excluded
	input.tool in object.get(cfg, "allowed_tools", [])
}

# METADATA
# title: How far a sub-agent may go
# description: >-
#   Compares the settings with those of the parent, input.parent: a sub-agent may
#   not widen anything. The first thing that it widens is named, in ZeroClaw's
#   words.
# entrypoint: true
escalation := {"error": error} if {
	error := widened
} else := {"error": null}

parent := input.parent

level_rank(of) := object.get(table.levels, object.get(of, "level", "supervised"), 3)

level_name(of) := object.get(table.level_names, object.get(of, "level", "supervised"), object.get(of, "level", "supervised"))

widened := sprintf("subagent autonomy=%s exceeds parent's %s", [level_name(cfg), level_name(parent)]) if {
	level_rank(cfg) > level_rank(parent)
} else := sprintf("subagent allowed_roots entry %s is not contained within any of the parent's allowed_roots entries", [json.marshal(stray_roots("allowed_roots", [])[0])]) if {
	count(stray_roots("allowed_roots", [])) > 0
} else := sprintf("subagent allowed_roots_read_only entry %s is not contained within the parent's allowed_roots or allowed_roots_read_only", [json.marshal(stray_roots("allowed_roots_read_only", ["allowed_roots"])[0])]) if {
	count(stray_roots("allowed_roots_read_only", ["allowed_roots"])) > 0
} else := sprintf("subagent allowed_roots_write_only entry %s is not contained within the parent's allowed_roots or allowed_roots_write_only", [json.marshal(stray_roots("allowed_roots_write_only", ["allowed_roots"])[0])]) if {
	count(stray_roots("allowed_roots_write_only", ["allowed_roots"])) > 0
} else := sprintf("subagent allowed_commands entry %s is not present on the parent's allowed_commands", [json.marshal(stray_commands[0])]) if {
	count(stray_commands) > 0
} else := "subagent attempts to disable workspace_only but the parent enforces it" if {
	switched_off("workspace_only")
} else := sprintf("subagent drops forbidden_paths entry %s that the parent enforces", [json.marshal(dropped[0])]) if {
	count(dropped) > 0
} else := sprintf("subagent shell_env_passthrough entry %s is not present on the parent's list", [json.marshal(leaked[0])]) if {
	count(leaked) > 0
} else := sprintf("subagent max_actions_per_hour=%d exceeds parent's %d", limits("max_actions_per_hour", 20)) if {
	above_limit("max_actions_per_hour", 20)
} else := sprintf("subagent max_cost_per_day_cents=%d exceeds parent's %d", limits("max_cost_per_day_cents", 500)) if {
	above_limit("max_cost_per_day_cents", 500)
} else := sprintf("subagent shell_timeout_secs=%d exceeds parent's %d", limits("shell_timeout_secs", 60)) if {
	above_limit("shell_timeout_secs", 60)
} else := "subagent attempts to set block_high_risk_commands=false but the parent enforces it" if {
	switched_off("block_high_risk_commands")
} else := "subagent attempts to set require_approval_for_medium_risk=false but the parent enforces it" if {
	switched_off("require_approval_for_medium_risk")
}

stray_roots(key, besides) := [root |
	some root in object.get(cfg, key, [])
	not within_parent(root, array.concat([key], besides))
]

within_parent(root, keys) if {
	some key in keys
	some above in object.get(parent, key, [])
	below(expand(root), expand(above))
}

stray_commands := [entry |
	some entry in allowed_commands.list
	not in_parent(entry)
]

in_parent(entry) if {
	some other in object.get(parent, "allowed_commands", table.allowed_commands)
	same_entry(plain_entry(entry), plain_entry(other))
}

# Names are equal whatever their case, paths only as written.
same_entry(a, b) if {
	a != ""
	not like_path(a)
	not like_path(b)
	lower(a) == lower(b)
}

same_entry(a, b) if {
	a != ""
	a == b
}

switched_off(key) if {
	object.get(parent, key, true)
	object.get(cfg, key, true) == false
}

dropped := [entry |
	some entry in object.get(parent, "forbidden_paths", table.forbidden_paths)
	not entry in forbidden
]

leaked := [name |
	some name in object.get(cfg, "shell_env_passthrough", [])
	not name in object.get(parent, "shell_env_passthrough", [])
]

limits(key, otherwise) := [object.get(cfg, key, otherwise), object.get(parent, key, otherwise)]

above_limit(key, otherwise) if {
	pair := limits(key, otherwise)
	pair[0] > pair[1]
}
