package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/skillctl/skillctl/engine/host/openclaw/exec"
)

const openClawPackage = "data.skillctl.exec.profiles.openclaw."

// openClawQuestion is a row that asks one function.
type openClawQuestion struct {
	Input struct {
		Argv []string `json:"argv"`
		Name string   `json:"name"`
		Bin  string   `json:"bin"`
		Args []string `json:"args"`

		Allowlist  []any          `json:"allowlist"`
		Resolution map[string]any `json:"resolution"`
		Satisfied  bool           `json:"allowlistSatisfied"`
		Analysed   bool           `json:"analysisOk"`
		Durable    bool           `json:"durableApprovalSatisfied"`
		Security   string         `json:"security"`
		Ask        string         `json:"ask"`
	} `json:"input"`
	Expected map[string]any `json:"expected"`
}

// question runs a row that asks one function.
func (b *openClawBench) question(ctx context.Context, kind string, raw []byte) (Result, error) {
	var row openClawQuestion
	var plain struct {
		Input map[string]any `json:"input"`
	}
	if err := json.Unmarshal(raw, &row); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	if err := json.Unmarshal(raw, &plain); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	in := row.Input
	switch kind {
	case "wrapper":
		return same(row.Expected, asObject(openclawexec.PlanOf(in.Argv)))
	case "inlineEval":
		return same(row.Expected, map[string]any{"hit": textOrNil(openclawexec.InlineEval(in.Argv))})
	case "interpreterLike":
		entry, bin := openclawexec.InterpreterLike(in.Name)
		return same(row.Expected, map[string]any{"allowlistPattern": entry, "safeBin": bin})
	case "merge":
		return b.asked(ctx, "answered_merge", plain.Input, row.Expected)
	case "mode":
		return b.asked(ctx, "answered_mode", plain.Input, row.Expected)
	case "safeBinArgv":
		return b.asked(ctx, "answered_safe_argv", plain.Input, row.Expected)
	case "requires":
		given := map[string]any{
			"security": in.Security, "ask": in.Ask, "analysed": in.Analysed, "satisfied": in.Satisfied, "durable": in.Durable,
		}
		return b.asked(ctx, "answered_requires", given, row.Expected["requires"])
	case "matchAllowlist":
		given := map[string]any{"allowlist": listOrEmpty(in.Allowlist), "program": asProgram(in.Resolution), "argv": nil}
		if in.Argv != nil {
			given["argv"] = in.Argv
		}
		return b.asked(ctx, "answered_match", given, row.Expected["match"])
	case "target":
		return b.target(ctx, plain.Input, row.Expected)
	}
	return Result{Skipped, "unknown kind " + kind}, nil
}

// asked compares the answer of profile openclaw to one question.
func (b *openClawBench) asked(ctx context.Context, entry string, given map[string]any, expected any) (Result, error) {
	var got any
	if err := b.decider.Ask(ctx, "openclaw", openClawPackage+entry, map[string]any{"ask": given}, &got); err != nil {
		return Result{}, err
	}
	return same(expected, got)
}

// target compares where a request would run.
func (b *openClawBench) target(ctx context.Context, given, expected map[string]any) (Result, error) {
	var got struct{ Selected, Effective, Refused string }
	if err := b.decider.Ask(ctx, "openclaw", openClawPackage+"answered_target", map[string]any{"ask": given}, &got); err != nil {
		return Result{}, err
	}
	answer := map[string]any{"selected": textOrNil(got.Selected), "effective": textOrNil(got.Effective), "reason": nil}
	if got.Refused != "" {
		answer["reason"] = "host:" + got.Refused
	}
	wanted := map[string]any{"selected": expected["selected"], "effective": expected["effective"], "reason": expected["reason"]}
	return same(wanted, answer)
}

// same compares two answers. Questions are not looser or stricter than each
// other, so that another answer counts as the worse.
func same(expected, got any) (Result, error) {
	a, err := json.Marshal(expected)
	if err != nil {
		return Result{}, err
	}
	b, err := json.Marshal(got)
	if err != nil {
		return Result{}, err
	}
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		return Result{}, err
	}
	if err := json.Unmarshal(b, &y); err != nil {
		return Result{}, err
	}
	if reflect.DeepEqual(x, y) {
		return Result{}, nil
	}
	return Result{Looser, fmt.Sprintf("%s; recorded %s", b, a)}, nil
}

func asObject(value any) any { return value }

func textOrNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// asProgram is a recorded resolution as the policies know it.
func asProgram(resolution map[string]any) map[string]any {
	text := func(key string) string {
		s, _ := resolution[key].(string)
		return s
	}
	return map[string]any{
		"raw": text("rawExecutable"), "path": text("resolvedPath"), "real": text("resolvedRealPath"),
		"name": text("executableName"), "candidate": text("resolvedPath"),
	}
}
