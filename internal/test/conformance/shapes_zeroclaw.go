package conformance

import "github.com/skillctl/skillctl/internal/test/shape"

// treeShape is what files a row brings.
func treeShape() shape.Shape {
	return shape.Map{Of: shape.OneOf{
		shape.Text, shape.Object{"symlink": shape.Text}, shape.Object{"generate": shape.Text, "size": shape.Size}, shape.Object{"dir": shape.Flag},
	}}
}

func zeroClawAuditShapes() Shapes {
	row := func(members shape.Object) shape.Shape {
		return Prose().With(shape.Object{"check": shape.Text}).With(members)
	}
	flag := func(members shape.Object) shape.Shape { return row(members.With(shape.Object{"expect": shape.Flag})) }
	scripts := shape.Object{"allow_scripts": shape.Flag}
	data := shape.Map{Of: shape.Any} // arguments of a tool, which may be of every kind
	return Shapes{By: []string{"check"}, Of: map[string]shape.Shape{
		"audit": shape.OneOf{
			row(shape.Object{
				"tree": treeShape(), "skill": shape.Text, "config": scripts, "expect": shape.Words{"clean", "findings"},
				"findings": texts(), "scripts_blocked": shape.Flag, "files_scanned": shape.Size,
			}),
			row(shape.Object{"tree": treeShape(), "skill": shape.Text, "config": scripts, "expect": shape.Words{"error"}, "error": shape.Text}),
		},
		"content_pattern": row(shape.Object{
			"pattern": shape.Text, "regex?": shape.Any, "tree": treeShape(), "config": shape.Object{"content_patterns": shape.Flag}, "skill?": shape.Text,
			"expect": shape.Words{"clean", "findings"}, "findings": texts(),
		}),
		"skill_toml": shape.OneOf{
			row(shape.Object{"toml": shape.Text, "expect": shape.Words{"ok"}, "parsed?": data}),
			row(shape.Object{"toml": shape.Text, "expect": shape.Words{"error"}, "error_contains": shape.Text}),
		},
		"tool_callable": row(shape.Object{
			"tool": shape.Object{"kind": shape.Text, "target": orNull(shape.Text)}, "expect": shape.Words{"callable", "not_callable"},
		}),
		"composed_tool_name":       row(shape.Object{"skill": shape.Text, "tool": shape.Text, "expect": shape.Text}),
		"substitute_args":          row(shape.Object{"template": shape.Text, "args": data, "expect": shape.Text}),
		"merge_locked_args":        row(shape.Object{"locked_args": data, "args": shape.OneOf{data, shape.Text}, "expect": data}),
		"tool_timeout":             row(shape.Object{"timeout_secs": shape.Whole, "expect": shape.Number}),
		"is_registry_source":       flag(shape.Object{"source_spec": shape.Text}),
		"is_extra_registry_source": flag(shape.Object{"source_spec": shape.Text}),
		"load_skill": row(shape.Object{
			"tree": treeShape(), "config": scripts, "skill": shape.Text,
			"expect": shape.Object{"loaded": shape.Flag, "reason": shape.Text, "scripts_blocked": shape.Flag},
		}),
	}}
}

// zeroClawConfigShape is what a row says of the settings. Rows of a shell's syntax
// say which shell alone.
func zeroClawConfigShape() shape.Shape {
	list := shape.OneOf{texts(), shape.Words{"@default"}}
	dialect := shape.Words{"posix", "cmd", "powershell", "none"}
	return shape.OneOf{
		shape.Object{"dialect": dialect},
		shape.Object{
			"dialect": dialect, "autonomy": shape.Words{"full", "supervised", "readonly"}, "allowed_commands": list, "forbidden_paths": list,
			"block_high_risk_commands": shape.Flag, "require_approval_for_medium_risk": shape.Flag, "workspace_only": shape.Flag,
			"workspace_dir": shape.Text, "approved?": shape.Flag,
			"allowed_roots?": texts(), "allowed_roots_read_only?": texts(), "allowed_roots_write_only?": texts(), "allowed_tools?": texts(),
			"excluded_tools?": texts(), "config_path?": shape.Text, "data_dir?": shape.Text, "shell_env_passthrough?": texts(),
			"shell_timeout_secs?": shape.Size, "max_actions_per_hour?": shape.Size, "max_cost_per_day_cents?": shape.Size,
			"env?": shape.Map{Of: shape.Text}, "timeout_secs?": shape.Number, "timeout_ms?": shape.Number, "runtime_docker?": shape.Any, "persistent_writes?": shape.Flag,
		},
	}
}

func zeroClawShellShapes() Shapes {
	row := func(members shape.Object) shape.Shape {
		return Prose().With(shape.Object{
			"check": shape.Text, "config": zeroClawConfigShape(), "expect": shape.Words{"allow", "deny"}, "reason": shape.Text,
			"hardened_expect?": shape.Words{"allow", "deny"}, "hardened_why?": shape.Any, "hardened_reason?": shape.Any, "hardened_risk?": shape.Any,
			"fs?": shape.Map{Of: orNull(shape.Text)},
		}).With(members)
	}
	truth := shape.Words{"true", "false"}
	risk := shape.Words{"low", "medium", "high"}
	command := shape.Object{"command": shape.Text}
	judged := command.With(shape.Object{
		"stages?": shape.Any, "risk?": risk, "error?": shape.Text, "error_contains?": shape.Text,
	})
	path := shape.Object{"path": shape.Text}
	under := row(path.With(shape.Object{"expect": truth}))
	return Shapes{By: []string{"check"}, Of: map[string]shape.Shape{
		"shell_tool": row(judged), "allowlist": row(judged), "validate": row(judged), "path_arg": row(command), "workspace_path_arg": row(command),
		"risk":                             row(judged.With(shape.Object{"expect": risk})),
		"tool_execute":                     toolShape(row),
		"split_powershell_pipeline_syntax": row(command.With(shape.Object{"expect": shape.OneOf{texts(), shape.Words{"reject"}}})),
		"unsafe_input_redirect":            row(command.With(shape.Object{"expect": truth})),
		"unsafe_output_redirect":           row(command.With(shape.Object{"expect": truth})),
		"powershell_allowlist_entry_match": row(shape.Object{
			"expect": truth, "args": shape.Object{"allowed": shape.Text, "executable": shape.Text, "executable_base": shape.Text},
		}),
		"path": row(path), "resolved_read": row(path), "resolved_write": row(path), "runtime_config_path": row(path),
		"approved_read_root": row(path.With(shape.Object{"expect": shape.Text})), "resolve_tool_path": row(path.With(shape.Object{"expect": shape.Text})),
		"is_under_allowed_root": under, "is_under_any_allowed_root": under, "is_under_read_only_allowed_root": under,
		"is_tool_allowed":  row(shape.Object{"tool": shape.Text}),
		"is_tool_excluded": row(shape.Object{"tool": shape.Text, "expect": shape.Words{"excluded", "not_excluded"}}),
		"escalation":       row(shape.Object{"parent": zeroClawConfigShape()}),
	}}
}

// toolShape is that of rows in which something runs.
func toolShape(row func(shape.Object) shape.Shape) shape.Shape {
	return row(shape.Object{
		"args": shape.Object{"command?": shape.Any, "approved?": shape.Flag, "file?": shape.Text, "format?": shape.Text}, "command?": shape.Text,
		"expect": shape.Words{"allow", "deny", "error"}, "error?": shape.Text, "error_contains?": shape.Text, "error_contains_any?": shape.Any,
		"stdout_contains?": shape.Any, "stdout_not_contains?": shape.Any, "stdout_len?": shape.Any, "stdout_ends_with?": shape.Any, "stderr_ends_with?": shape.Any,
		"max_output_bytes?": shape.Any, "env_keys_present?": shape.Any, "forwarded?": shape.Any, "dropped?": shape.Any, "safe_env_vars?": shape.Any,
		"stages?": shape.Any, "risk?": shape.Any,
	})
}
