package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner/session"
)

// agentRow is a row of the suite "agentzero" that is about sessions, time or
// output.
type agentRow struct {
	Class  string `json:"class"`
	Config struct {
		Timeouts struct {
			First   float64 `json:"first_output_timeout"`
			Between float64 `json:"between_output_timeout"`
			Max     float64 `json:"max_exec_timeout"`
			Dialog  float64 `json:"dialog_timeout"`
		} `json:"timeouts"`
	} `json:"config"`
	Timeline    []written       `json:"timeline"`
	CompletedAt *float64        `json:"completed_at"`
	Op          agentOp         `json:"op"`
	Ops         []agentOp       `json:"ops"`
	Release     string          `json:"release"`
	Raw         string          `json:"raw"`
	Result      session.Answer  `json:"result"`
	Expect      json.RawMessage `json:"expect"`
}

// written is something that a command writes, so many seconds after its start.
type written struct {
	At  float64 `json:"t"`
	Out string  `json:"out"`
}

type agentOp struct {
	Runtime string `json:"runtime"`
	Session int64  `json:"session"`
	Code    string `json:"code"`
	Reason  string `json:"reason"`
	Event   string `json:"event"`
	Bytes   int    `json:"output_bytes"`
}

// AgentZero is the part of the suite of Agent Zero that its engine has no answer
// to: how long is waited, what becomes of sessions, what is said and returned.
func AgentZero() conformance.Suite {
	return conformance.Suite{Name: "agentzero", Shapes: conformance.AgentZeroShapes(), Run: func(ctx context.Context, raw json.RawMessage) (conformance.Result, error) {
		var row agentRow
		if err := decode(raw, &row); err != nil {
			return conformance.Result{}, err
		}
		var got any
		var err error
		switch row.Class {
		case "timing":
			got, err = row.timing(ctx)
		case "session":
			got, err = row.session(ctx)
		case "defaults":
			got = row.defaults()
		case "output-bound":
			got, err = row.bound()
		case "output-clean":
			got = session.Clean(row.Raw)
		case "server-error":
			got = row.unanswered()
		case "server-result":
			got = row.Result.Text(row.Op.Runtime, row.Op.Session)
		default:
			return conformance.Result{}, unknown(row.Class)
		}
		if err != nil {
			return conformance.Result{}, err
		}
		return row.same(got)
	}}
}

// same holds an answer against what a row expects, both as JSON has them.
func (r *agentRow) same(got any) (conformance.Result, error) {
	text, err := json.Marshal(got)
	if err != nil {
		return conformance.Result{}, err
	}
	var is, want any
	if err := decode(text, &is); err != nil {
		return conformance.Result{}, err
	}
	if err := decode(r.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	if reflect.DeepEqual(is, want) {
		return conformance.Result{}, nil
	}
	return conformance.Result{Outcome: conformance.Looser, Detail: fmt.Sprintf("%s; wanted %s", text, r.Expect)}, nil
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// timing runs a command whose output is known beforehand, by a clock of its own.
func (r *agentRow) timing(ctx context.Context) (any, error) {
	clock := &scriptedClock{}
	limits := session.Timeouts{
		First: seconds(r.Config.Timeouts.First), Between: seconds(r.Config.Timeouts.Between),
		Max: seconds(r.Config.Timeouts.Max), Dialog: seconds(r.Config.Timeouts.Dialog),
	}
	console := session.NewConsole(func(context.Context, int64) (session.Shell, error) {
		return &scripted{clock: clock, events: r.Timeline, end: r.CompletedAt}, nil
	}, clock, session.V16, session.WithTimeouts(limits, limits))
	reply, err := console.Run(ctx, 0, session.Code{Runtime: "terminal", Text: "x"})
	if err != nil {
		return nil, err
	}
	return map[string]any{"kind": reply.Why, "running": reply.Running, "message": reply.Message, "returned_at_s": clock.passed.Seconds()}, console.Close()
}

// session asks for one thing after the other, and looks at the shells after each.
func (r *agentRow) session(ctx context.Context) (any, error) {
	clock := &scriptedClock{}
	var shells []*scripted
	at := 0.1
	console := session.NewConsole(func(context.Context, int64) (session.Shell, error) {
		s := &scripted{clock: clock, end: &at}
		shells = append(shells, s)
		return s, nil
	}, clock, session.V16)
	var all []map[string]any
	for _, op := range r.Ops {
		var reply session.Reply
		var err error
		switch op.Runtime {
		case "reset":
			reply, err = console.Reset(ctx, op.Session, op.Reason)
		case "output":
			reply, err = console.Output(ctx, op.Session)
		default:
			reply, err = console.Run(ctx, op.Session, session.Code{Runtime: op.Runtime, Text: op.Code})
		}
		said := map[string]any{"ok": err == nil, "shells": len(shells), "message": reply.Message, "error": nil}
		if err != nil {
			said["error"] = err.Error()
		}
		alive := []bool{}
		for _, s := range shells {
			alive = append(alive, s.Alive())
		}
		said["alive"] = alive
		all = append(all, said)
	}
	return all, console.Close()
}

// defaults are the figures of a release.
func (r *agentRow) defaults() any {
	release := session.Newer
	if strings.Contains(r.Release, "v1.6") {
		release = session.V16
	}
	figures := func(t session.Timeouts) map[string]any {
		return map[string]any{
			"first_output_timeout": t.First.Seconds(), "between_output_timeout": t.Between.Seconds(),
			"max_exec_timeout": t.Max.Seconds(), "dialog_timeout": t.Dialog.Seconds(),
		}
	}
	got := map[string]any{"code_exec": figures(session.CodeTimeouts(release)), "output": figures(session.OutputTimeouts(release))}
	if release == session.V16 {
		got["prompt_patterns"], got["dialog_patterns"] = session.PromptPatterns(), session.DialogPatterns()
	} else {
		got["output_max_bytes"] = session.MaxReturned
	}
	return got
}

// bound gives as many bytes as a row says, and looks at what is returned.
func (r *agentRow) bound() (any, error) {
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	tail := session.NewTail(dir, "a0-exec-output-0")
	all := append(bytes.Repeat([]byte("x"), max(r.Op.Bytes-1, 0)), 'z')
	if _, err := tail.Write(all); err != nil {
		return nil, err
	}
	out := tail.Output()
	text, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	kept, err := os.ReadFile(out.File)
	if err != nil {
		return nil, err
	}
	fields := []string{}
	for _, name := range []string{"output_truncated", "output_total_bytes", "output_file", "output_sha256"} {
		if bytes.Contains(text, []byte(`"`+name+`":`)) {
			fields = append(fields, name)
		}
	}
	keeps := "nothing"
	if bytes.Equal(kept, all) && strings.HasSuffix(out.Text, "z") {
		keeps = "tail"
	}
	prefix, _, _ := strings.Cut(out.Notice(), filepath.Dir(out.File))
	return map[string]any{
		"truncated": out.Truncated, "max_returned_bytes": len(out.Text), "fields": fields, "keeps": keeps, "notice_prefix": prefix,
	}, tail.Close()
}

// unanswered is what is said when no client answers.
func (r *agentRow) unanswered() string {
	if r.Op.Event == "disconnect" {
		return session.Disconnected()
	}
	// The server waits 15 s longer than the client may.
	return session.NoAnswer(r.Op.Runtime, r.Op.Session, (session.CodeTimeouts(session.Newer).Max + 15*time.Second).Seconds())
}
