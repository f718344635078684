package conformance

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/skillctl/skillctl/engine"
)

// idiomRow is a row of the suite "idioms": a command of a well-kept skill with
// an allow-list that names the programs it uses.
type idiomRow struct {
	Command  string   `json:"command"`
	Programs []string `json:"programs"`
	// Expect is "allow" for harmless commands, "ask" for hazardous ones.
	Expect string `json:"expect"`
	Why    string `json:"why"`
}

// Idioms is the suite of commands that people write: profile strict lets the
// harmless ones through and none of the hazardous ones.
func Idioms() Suite { return idioms("idioms") }

// Harmless2 is a suite of commands that agents run every day, all harmless.
func Harmless2() Suite { return idioms("harmless-2") }

func idioms(name string) Suite {
	bench := newExecBench()
	return Suite{Name: name, Shapes: idiomShapes(), Close: bench.close, Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row idiomRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		decision, err := bench.decide(ctx, row.Command, "", row.Programs)
		if err != nil {
			return Result{}, err
		}
		return graduated(row.Expect, decision, row.Why), nil
	}}
}

// graduated compares a decision with the effect that a row expects: "ask" is met
// by whatever does not let the command run.
func graduated(expect string, decision engine.Decision, why string) Result {
	allowed := decision.Effect.Rank() <= engine.Warn.Rank()
	switch {
	case allowed && expect != "allow":
		return Result{Looser, "allowed; " + why}
	case !allowed && expect == "allow":
		return Result{Stricter, fmt.Sprintf("%s: %s: %s", decision.Effect, decision.Reasons[0].Rule, decision.Reasons[0].Message)}
	}
	return Result{}
}
