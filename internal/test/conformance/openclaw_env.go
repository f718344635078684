package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// OpenClawEnv is the suite of the variables that OpenClaw 2026.9.6 refuses in a
// request, drops from what a command inherits, and keeps for a shell's text.
func OpenClawEnv() Suite {
	b := &openClawBench{decider: exec.New(), fixtures: layOutFixtures}
	return Suite{Name: "openclaw-env", Shapes: openClawEnvShapes(), Run: b.environment}
}

type environmentRow struct {
	Input struct {
		Kind      string         `json:"kind"`
		Overrides map[string]any `json:"overrides"`
		Base      map[string]any `json:"base"`
	} `json:"input"`
	Expected map[string]any `json:"expected"`
}

func (b *openClawBench) environment(ctx context.Context, raw json.RawMessage) (Result, error) {
	var row environmentRow
	if err := json.Unmarshal(raw, &row); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	switch row.Input.Kind {
	case "envOverride":
		return b.overrides(ctx, row)
	case "envInherited":
		return b.asked(ctx, "answered_inherited", row.Input.Base, row.Expected["env"])
	case "envShellWrapper":
		return b.asked(ctx, "answered_shell", row.Input.Overrides, row.Expected["env"])
	}
	return Result{Skipped, "unknown kind " + row.Input.Kind}, nil
}

// overrides compares both what is said of each variable and what is decided
// about a request that sets them.
func (b *openClawBench) overrides(ctx context.Context, row environmentRow) (Result, error) {
	wanted := map[string]any{}
	for _, key := range []string{"blocked", "invalid", "accepted"} {
		wanted[key] = row.Expected[key]
	}
	result, err := b.asked(ctx, "answered_overrides", row.Input.Overrides, wanted)
	if err != nil || result.Outcome != Agree {
		return result, err
	}
	request := exec.Request{Profile: "openclaw", Exec: exec.Invocation{
		Command: "ls", Cwd: "/", Inherited: map[string]string{"PATH": "/usr/bin:/bin"}, Env: map[string]string{},
	}}
	for key, value := range row.Input.Overrides {
		// A value that is no text is passed over.
		if text, ok := value.(string); ok {
			request.Exec.Env[key] = text
		}
	}
	decision, err := b.decider.Decide(ctx, request, engine.PlainSettings{"exec": map[string]any{"security": "full", "ask": "off"}})
	if err != nil {
		return Result{}, err
	}
	expected, _ := row.Expected["decision"].(string)
	return compared("decision", expected, decision), nil
}
