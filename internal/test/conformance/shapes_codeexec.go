package conformance

import "github.com/skillctl/skillctl/internal/test/shape"

// CodeExecShapes are those of "codeexec". What stands in the settings themselves is
// for the schema to know.
func CodeExecShapes() Shapes {
	row := func(members shape.Object) shape.Shape { return Prose().With(members) }
	verdict := shape.Words{"allow", "warn", "ask", "deny", "config_warn", "config_error"}
	section := shape.Map{Of: shape.Any}
	return Shapes{By: []string{"class"}, Of: map[string]shape.Shape{
		"pip-allowlist": row(shape.Object{
			"config": shape.OneOf{
				shape.Object{"python": section, "network?": section}, shape.Object{"javascript": section, "network?": section},
			},
			"op": shape.Object{"install": shape.Text}, "expect": verdict, "reason": shape.Text,
		}),
		"bash-commands": row(shape.Object{
			"config": shape.Object{"bash": section}, "op": shape.Object{"code": shape.Text}, "expect": verdict, "reason": shape.Text,
		}),
		"output-files": row(shape.Object{
			"config": shape.Object{"outputDir": shape.Text, "allowedOutputTypes": shape.Any, "maxOutputFileSize": shape.Any},
			"op":     shape.OneOf{shape.Object{"path": shape.Text, "size": shape.Size}, shape.Object{"path": shape.Text, "dir": shape.Flag}},
			"expect": shape.Words{"keep", "drop", "config_error"}, "reason": shape.Text,
		}),
		"channel-format": row(shape.Object{
			"config": shape.Object{"channel": shape.Text, "lang": shape.Text}, "op": shape.Object{"text": shape.Text}, "expect": shape.Text, "reason": shape.Text,
		}),
		"channel-truncate": row(shape.Object{
			"config": shape.Object{"channel": shape.Text, "limit": shape.Size},
			"op":     shape.Object{"body": shape.Text, "body_len?": shape.Size},
			"expect": shape.Object{"truncated": shape.Flag, "max_message_len?": shape.Size}, "reason": shape.Text,
		}),
		"audit": row(shape.Object{
			"config": shape.Object{"audit": section}, "op": shape.Object{"record_age_days?": shape.Size},
			"expect": shape.Words{"keep", "drop", "valid", "config_warn", "config_error"}, "reason": shape.Text,
		}),
		"units": row(shape.Object{
			"config": shape.Object{"field": shape.Words{"timeout", "memoryLimit", "cpuLimit"}}, "op": shape.Object{"value": shape.Any},
			"expect": shape.OneOf{shape.Text, shape.Number}, "reason": shape.Text,
		}),
		"interactive": row(shape.Object{
			"config": shape.Object{"interactiveSession": section}, "op": shape.Object{"t": shape.Seconds, "code": shape.Text},
			"expect": shape.Object{"session": shape.Text}, "reason": shape.Text,
		}),
	}}
}
