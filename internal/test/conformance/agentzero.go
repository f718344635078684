package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// agentRow is a row of the suite "agentzero"; which fields it has depends on its
// class.
type agentRow struct {
	Class  string `json:"class"`
	Config struct {
		Enabled  *bool          `json:"exec_enabled"`
		Access   string         `json:"access_mode"`
		Clients  []any          `json:"clients"`
		Scopes   map[string]any `json:"scopes"`
		Timeouts map[string]any `json:"timeouts"`
		Failure  string         `json:"condition"`
	} `json:"config"`
	Op       map[string]any  `json:"op"`
	Expect   json.RawMessage `json:"expect"`
	Reason   *string         `json:"reason"`
	Error    *string         `json:"error"`
	Message  string          `json:"message"`
	Guidance *string         `json:"guidance"`
	Selected *int            `json:"selected"`
}

const agentZeroPackage = "data.skillctl.exec.profiles.agentzero."

// AgentZero is the suite of Agent Zero's gates and its browser boundary. Rows
// about sessions, output and time are for a runner.
func AgentZero() Suite {
	decider := exec.New()
	return Suite{Name: "agentzero", Shapes: AgentZeroShapes(), Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row agentRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		switch row.Class {
		case "gate", "gate-order", "gate-v2", "session-parse", "reset", "browser-boundary":
			return row.gate(ctx, decider)
		case "server-gate":
			return row.server(ctx, decider)
		case "gateway-scope", "file-gate", "failure-guidance", "server-timeout":
			return row.other(ctx, decider)
		}
		return Result{Skipped, row.Class + ": what a runner does"}, nil
	}}
}

// request turns a row into a request. What a terminal is to run is the command.
func (r *agentRow) request() (exec.Request, engine.PlainSettings) {
	section := map[string]any{"exec_enabled": true, "access_mode": "read_write"}
	if r.Config.Enabled != nil {
		section["exec_enabled"] = *r.Config.Enabled
	}
	if r.Config.Access != "" {
		section["access_mode"] = r.Config.Access
	}
	if r.Class != "gate-v2" {
		section["release"] = "1.6"
	}
	request := exec.Request{Profile: "agentzero", Exec: exec.Invocation{Cwd: "/nonexistent", Unattended: true, Extra: map[string]any{}}}
	runtime, _ := r.Op["runtime"].(string)
	for key, value := range r.Op {
		text, isText := value.(string)
		switch {
		case key == "code" && strings.ToLower(strings.TrimSpace(runtime)) == "terminal":
			if isText {
				request.Exec.Command = text
			}
		default:
			request.Exec.Extra[key] = value
		}
	}
	return request, engine.PlainSettings{"agentzero": section}
}

func (r *agentRow) gate(ctx context.Context, decider *exec.Decider) (Result, error) {
	request, settings := r.request()
	decision, err := decider.Decide(ctx, request, settings)
	if err != nil {
		return Result{}, err
	}
	if err := failed(decision); err != nil {
		return Result{}, err
	}
	var want string
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	reason := decision.Reasons[0]
	if got := decision.Effect == engine.Allow; got != (want == "allow") {
		return graded(got, fmt.Sprintf("%v: %s; wanted %s", r.Op, reason.Message, want)), nil
	}
	if r.Error != nil && reason.Message != *r.Error {
		return Result{Stricter, fmt.Sprintf("says %q; wanted %q", reason.Message, *r.Error)}, nil
	}
	if gate, _ := decision.Details["gate"].(string); r.Reason != nil && r.Guidance == nil && want == "deny" && gate != *r.Reason {
		return Result{Stricter, fmt.Sprintf("gate %q; wanted %q", gate, *r.Reason)}, nil
	}
	if r.Guidance != nil && reason.Hint != *r.Guidance {
		return Result{Stricter, fmt.Sprintf("hint %q; wanted %q", reason.Hint, *r.Guidance)}, nil
	}
	session := fmt.Sprintf("Session %v completed.", jsonText(decision.Details["session"]))
	if r.Class == "session-parse" && want == "allow" && session != r.Message {
		return Result{Stricter, fmt.Sprintf("session %q; wanted %q", session, r.Message)}, nil
	}
	return Result{}, nil
}

// jsonText writes a value as JSON does, so that large numbers keep their digits.
func jsonText(value any) string {
	if number, ok := value.(float64); ok {
		return fmt.Sprintf("%.0f", number)
	}
	return fmt.Sprint(value)
}

func (r *agentRow) server(ctx context.Context, decider *exec.Decider) (Result, error) {
	var answer struct {
		Error    *string `json:"error"`
		Selected *int    `json:"selected"`
	}
	clients := r.Config.Clients
	if clients == nil {
		clients = []any{}
	}
	input := map[string]any{"settings": map[string]any{}, "clients": clients, "op": r.Op}
	if err := decider.Ask(ctx, "agentzero", agentZeroPackage+"server", input, &answer); err != nil {
		return Result{}, err
	}
	if got, want := answer.Error == nil, string(r.Expect) == `"allow"`; got != want {
		return graded(got, fmt.Sprintf("%v: allowed %v", r.Op, got)), nil
	}
	if !reflect.DeepEqual(answer.Error, r.Error) || !reflect.DeepEqual(answer.Selected, r.Selected) {
		return Result{Stricter, fmt.Sprintf("%v: says %v; wanted %v", r.Op, plain(answer), plain(r.Error))}, nil
	}
	return Result{}, nil
}

// other asks what is no decision about a call.
func (r *agentRow) other(ctx context.Context, decider *exec.Decider) (Result, error) {
	entry := map[string]string{"gateway-scope": "scopes", "file-gate": "files", "failure-guidance": "guidance", "server-timeout": "wait"}[r.Class]
	_, settings := r.request()
	input := map[string]any{
		"settings": map[string]any(settings), "scopes": r.Config.Scopes, "op": r.Op, "condition": r.Config.Failure, "timeouts": r.Config.Timeouts,
	}
	var answer map[string]any
	if err := decider.Ask(ctx, "agentzero", agentZeroPackage+entry, input, &answer); err != nil {
		return Result{}, err
	}
	var want any
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	var got any = answer
	switch r.Class {
	case "file-gate":
		got = map[bool]string{true: "allow", false: "deny"}[answer["error"] == nil]
		if r.Error != nil && answer["error"] != *r.Error {
			return Result{Stricter, fmt.Sprintf("says %v; wanted %q", answer["error"], *r.Error)}, nil
		}
	case "failure-guidance":
		got = answer["text"]
	case "server-timeout":
		got = map[string]any{"wait_timeout_s": answer["secs"]}
	}
	if reflect.DeepEqual(plain(got), want) {
		return Result{}, nil
	}
	return Result{Looser, fmt.Sprintf("%v; wanted %v", got, want)}, nil
}
