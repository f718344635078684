package conformance

import (
	"maps"

	"github.com/skillctl/skillctl/internal/test/shape"
)

// AgentZeroShapes are those of "agentzero".
func AgentZeroShapes() Shapes {
	decided, run := agentZeroDecided(), agentZeroRun()
	maps.Copy(decided, run)
	return Shapes{By: []string{"class"}, Of: decided}
}

func agentZeroTimeouts() shape.Object {
	return shape.Object{
		"first_output_timeout": shape.Seconds, "between_output_timeout": shape.Seconds, "max_exec_timeout": shape.Seconds, "dialog_timeout": shape.Seconds,
	}
}

// agentZeroRun are those of rows that are about sessions, time or output.
func agentZeroRun() map[string]shape.Shape {
	row := func(members shape.Object) shape.Shape { return Prose().With(members) }
	said := orNull(shape.Text)
	timeouts := agentZeroTimeouts()
	op := shape.Object{"runtime": shape.Words{"terminal", "python", "nodejs", "output", "reset"}, "session": shape.Whole, "code?": shape.Text, "reason?": shape.Text}
	step := shape.Object{"ok": shape.Flag, "shells": shape.Size, "alive": shape.List{Of: shape.Flag}, "message": shape.Text, "error": said}
	return map[string]shape.Shape{
		"session": row(shape.Object{"ops": shape.List{Of: op}, "expect": shape.List{Of: step}}),
		"timing": row(shape.Object{
			"config": shape.Object{"timeouts": timeouts}, "timeline": shape.List{Of: shape.Object{"t": shape.Seconds, "out": shape.Text}},
			"completed_at": orNull(shape.Seconds),
			"expect":       shape.Object{"kind": shape.Text, "running": shape.Flag, "message": shape.Text, "returned_at_s": shape.Number},
		}),
		"defaults": row(shape.Object{"release": shape.Text, "expect": shape.Object{
			"code_exec": timeouts, "output": timeouts, "prompt_patterns?": texts(), "dialog_patterns?": texts(), "output_max_bytes?": shape.Size,
		}}),
		"output-bound": row(shape.Object{"op": shape.Object{"output_bytes": shape.Size}, "expect": shape.Object{
			"truncated": shape.Flag, "max_returned_bytes": shape.Size, "fields": texts(), "keeps": shape.Text, "notice_prefix": shape.Text,
		}}),
		"output-clean": row(shape.Object{"raw": shape.Text, "expect": shape.Text}),
		"server-error": row(shape.Object{
			"op":     shape.OneOf{shape.Object{"runtime": shape.Text, "session": shape.Whole}, shape.Object{"event": shape.Words{"disconnect"}}},
			"expect": shape.Text,
		}),
		"server-result": row(shape.Object{
			"op": shape.Object{"runtime": shape.Text, "session": shape.Whole}, "expect": shape.Text,
			"result": shape.Object{"ok": shape.Flag, "error?": shape.Text, "result?": shape.Object{
				"message?": shape.Text, "output?": shape.Text, "running?": shape.Flag,
			}},
		}),
	}
}

// agentZeroDecided are those of rows that a decision answers.
func agentZeroDecided() map[string]shape.Shape {
	row := func(members shape.Object) shape.Shape { return Prose().With(members) }
	verdict := shape.Words{"allow", "deny"}
	mode := shape.Words{"read_only", "read_write"}
	access := shape.Object{"exec_enabled": shape.Flag, "access_mode": mode}
	said := orNull(shape.Text)
	call := shape.Object{"runtime": said, "session?": shape.Number, "code?": said, "keyboard?": said, "reason?": said}
	gate := shape.Object{"config": access, "op": call, "expect": verdict, "reason": said, "error": said, "spawned_shells?": shape.Size}
	// What becomes of a session that is none: it may be of any kind.
	parsed := gate.With(shape.Object{"op": call.With(shape.Object{"session?": shape.Any})})
	client := shape.Object{"exec": orNull(shape.Flag), "files": orNull(shape.Flag), "write": orNull(shape.Flag)}
	return map[string]shape.Shape{
		"gate":          row(gate),
		"gate-v2":       row(gate),
		"gate-order":    row(parsed),
		"session-parse": row(parsed.With(shape.Object{"message": said})),
		"reset": row(shape.Object{
			"config": access, "op": call, "expect": verdict, "message": shape.Text, "running": shape.Flag,
			"spawned_shells": shape.Size,
		}),
		"browser-boundary": row(shape.Object{
			"op": shape.Object{"runtime": shape.Text, "code": shape.Text}, "expect": verdict, "reason": shape.Text, "guidance": said, "tier?": shape.Any,
		}),
		"server-gate": row(shape.Object{
			"config": shape.Object{"clients": shape.List{Of: client}}, "op": shape.Object{"runtime": said, "code?": shape.Text}, "expect": verdict,
			"error?": shape.Text, "reason?": shape.Text, "selected?": shape.Size,
		}),
		"gateway-scope": row(shape.Object{
			"config": shape.Object{"scopes": shape.Object{"files?": shape.Flag, "file_write?": shape.Flag, "code_execution?": shape.Flag}},
			"expect": shape.Object{"files": shape.Flag, "file_write": shape.Flag, "code_execution": shape.Flag},
		}),
		"file-gate": row(shape.Object{
			"config": shape.Object{"access_mode": mode}, "op": shape.Object{"op": shape.Text}, "expect": verdict, "error": said,
		}),
		"failure-guidance": row(shape.Object{"config": shape.Object{"condition": shape.Text}, "expect": shape.Text, "must_not": shape.Text}),
		"server-timeout": row(shape.Object{
			"op": shape.Object{"runtime": shape.Text}, "config": shape.Object{"timeouts": agentZeroTimeouts()}, "expect": shape.Object{"wait_timeout_s": shape.Number},
		}),
	}
}
