package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// gapRow is a row of "openclaw-exec" as far as profile strict is held to it.
type gapRow struct {
	Class string `json:"class"`
	// Gap marks what the recorded system lets through and should not.
	Gap   bool `json:"gap"`
	Input struct {
		Command         string            `json:"command"`
		Cwd             string            `json:"cwd"`
		Env             map[string]string `json:"env"`
		EnvOverrides    map[string]string `json:"envOverrides"`
		Allowlist       []any             `json:"allowlist"`
		SafeBins        []any             `json:"safeBins"`
		SafeBinDirs     []any             `json:"safeBinTrustedDirs"`
		SafeBinProfiles map[string]any    `json:"safeBinProfiles"`
	} `json:"input"`
	Expected struct {
		Decision string `json:"decision"`
	} `json:"expected"`
}

// OpenClawGaps is the part of "openclaw-exec" that holds for profile strict: the
// spellings that OpenClaw lets through and should not, and the adversarial ones
// that it refuses.
func OpenClawGaps() Suite {
	bench := newExecBench()
	return Suite{Name: "strict-openclaw", Rows: "openclaw-exec", Shapes: openClawExecShapes(), Close: bench.close, Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var head struct {
			Class    string `json:"class"`
			Gap      bool   `json:"gap"`
			Expected struct {
				Decision string `json:"decision"`
			} `json:"expected"`
		}
		if err := json.Unmarshal(raw, &head); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		if !head.Gap && (head.Class != "adversarial" || head.Expected.Decision == "allow") {
			return Result{}, nil
		}
		var row gapRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		root, err := bench.make()
		if err != nil {
			return Result{}, err
		}
		request, settings, err := row.request(root)
		if err != nil {
			return Result{}, err
		}
		decision, err := bench.decider.Decide(ctx, request, settings)
		if err == nil {
			err = failed(decision)
		}
		if err != nil {
			return Result{}, err
		}
		return graduated("deny", decision, row.Class), nil
	}}
}

// request turns a row into a request. ${FX} is a folder that holds the few files
// that the rows of these classes name.
func (r *gapRow) request(root string) (exec.Request, engine.Settings, error) {
	fixture := filepath.Join(root, "fixture")
	for _, file := range []string{"work/tool", "work/sh", "work/head", "work/scripts/run.sh", "evil/ls", "bin/time"} {
		name := filepath.Join(fixture, file)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return exec.Request{}, nil, err
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
			return exec.Request{}, nil, err
		}
	}
	text, err := json.Marshal(r.Input)
	if err != nil {
		return exec.Request{}, nil, err
	}
	var in gapRow
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(text), "${FX}", fixture)), &in.Input); err != nil {
		return exec.Request{}, nil, err
	}
	input := in.Input
	inherited := map[string]string{"PATH": "/usr/bin:/bin", "HOME": filepath.Join(root, "home")}
	maps.Copy(inherited, input.Env)
	if input.Cwd == "" {
		input.Cwd = os.TempDir()
	}
	part := map[string]any{"security": "allowlist", "ask": "off", "allowlist": list(input.Allowlist), "safeBinTrustedDirs": list(input.SafeBinDirs)}
	part["safeBins"] = list(input.SafeBins)
	if input.SafeBins == nil {
		part["safeBins"] = []any{"cut", "head", "tail", "tr", "uniq", "wc"}
	}
	if input.SafeBinProfiles != nil {
		part["safeBinProfiles"] = input.SafeBinProfiles
	}
	return exec.Request{Profile: "strict", Exec: exec.Invocation{
		Command: input.Command, Cwd: input.Cwd, Env: input.EnvOverrides, Inherited: inherited,
	}}, engine.PlainSettings{"exec": part}, nil
}

func list(values []any) []any {
	if values == nil {
		return []any{}
	}
	return values
}

// hardenedRow is a row of "zeroclaw-shell" that says what a careful engine does.
type hardenedRow struct {
	Check    string `json:"check"`
	Command  string `json:"command"`
	Hardened string `json:"hardened_expect"`
	Why      string `json:"hardened_why"`
	Config   struct {
		Allowed json.RawMessage `json:"allowed_commands"`
		// Autonomy "supervised" has a person approve commands of this risk.
		Autonomy string `json:"autonomy"`
		Medium   bool   `json:"require_approval_for_medium_risk"`
		Approved bool   `json:"approved"`
	} `json:"config"`
}

// ZeroClawHardened is the part of "zeroclaw-shell" that holds for profile strict:
// it is never looser than what a row says a careful engine does.
func ZeroClawHardened() Suite {
	bench := newExecBench()
	return Suite{Name: "strict-zeroclaw", Rows: "zeroclaw-shell", Shapes: zeroClawShellShapes(), Close: bench.close, Run: func(ctx context.Context, raw json.RawMessage) (Result, error) {
		var row hardenedRow
		if err := json.Unmarshal(raw, &row); err != nil {
			return Result{}, fmt.Errorf("read row: %w", err)
		}
		if row.Hardened != "deny" || row.Command == "" {
			return Result{Skipped, "nothing that a careful engine has to refuse"}, nil
		}
		var allowed []string
		if err := json.Unmarshal(row.Config.Allowed, &allowed); err != nil {
			allowed = zeroClawDefaults()
		}
		more := map[string]any{}
		if row.Config.Autonomy == "supervised" && !row.Config.Approved {
			more["approveRisk"] = "high"
			if row.Config.Medium {
				more["approveRisk"] = "medium"
			}
		}
		decision, err := bench.decideUnder(ctx, row.Command, "", allowed, more)
		if err != nil {
			return Result{}, err
		}
		return graduated("deny", decision, row.Why), nil
	}}
}

// zeroClawDefaults are the commands that ZeroClaw allows out of the box.
func zeroClawDefaults() []string {
	return strings.Fields("git npm cargo ls cat grep find echo pwd wc head tail date df du uname uptime hostname python python3 pip node free")
}
