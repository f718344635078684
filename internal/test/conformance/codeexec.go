package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// codeRow is a row of the suite "codeexec".
type codeRow struct {
	Class  string          `json:"class"`
	Config map[string]any  `json:"config"`
	Op     map[string]any  `json:"op"`
	Expect json.RawMessage `json:"expect"`
	Reason string          `json:"reason"`
}

// CodeExec is the suite of the settings skills.codeExec, as far as they decide
// about commands and packages. Units, outputs, chats and records are for others.
func CodeExec() Suite {
	decider := exec.New()
	return Suite{Name: "codeexec", Shapes: CodeExecShapes(), Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row codeRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		install, installs := row.Op["install"].(string)
		code, runs := row.Op["code"].(string)
		if row.Class == "interactive" || !installs && !runs {
			return Result{Skipped, row.Class + ": no decision about a command"}, nil
		}
		request := exec.Request{Profile: "codeexec", Exec: exec.Invocation{
			Command: code, Cwd: "/workspace", Unattended: true, Extra: map[string]any{"language": "bash"},
		}}
		if installs {
			request.Exec.Extra = map[string]any{"language": language(row.Config), "install": install}
		}
		decision, err := decider.Decide(ctx, request, engine.PlainSettings{"codeExec": row.Config})
		if err != nil {
			return Result{}, err
		}
		if err := failed(decision); err != nil {
			return Result{}, err
		}
		return row.compare(decision)
	}}
}

// language is the one whose packages a row is about.
func language(config map[string]any) string {
	if _, ok := config["javascript"]; ok {
		return "javascript"
	}
	return "python"
}

// compare takes a mistake in the settings for a refusal, and a doubt about them
// for a warning.
func (r *codeRow) compare(decision engine.Decision) (Result, error) {
	var want string
	if err := json.Unmarshal(r.Expect, &want); err != nil {
		return Result{}, fmt.Errorf("read expect: %w", err)
	}
	got := string(decision.Effect)
	if state, _ := decision.Details["config"].(string); state != "" && state != "ok" {
		got = state
	}
	if got == want {
		return Result{}, nil
	}
	ranks := map[string]int{"allow": 0, "warn": 1, "config_warn": 1, "ask": 2, "deny": 3, "config_error": 3}
	return graded(ranks[got] < ranks[want], fmt.Sprintf("%v: %s (%s); wanted %s (%s)", r.Op, got, decision.Reasons[0].Message, want, r.Reason)), nil
}

// failed is an error when no policy took a decision: a refusal for that reason
// agrees with nothing.
func failed(decision engine.Decision) error {
	if first := decision.Reasons[0]; first.Rule == "exec/policy" {
		return fmt.Errorf("decide: %s", first.Message)
	}
	return nil
}
