package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
)

// openClawRow is a row of the suite "openclaw-exec": a request with the settings
// that it was decided under, or one of OpenClaw's functions with its arguments.
type openClawRow struct {
	Input    openClawInput   `json:"input"`
	Expected json.RawMessage `json:"expected"`
	Needs    []string        `json:"needs"`
}

type openClawInput struct {
	Kind    string            `json:"kind"`
	Command string            `json:"command"`
	Cwd     string            `json:"cwd"`
	Env     map[string]string `json:"env"`

	Overrides map[string]string `json:"envOverrides"`
	CallAsk   string            `json:"callAsk"`
	Channel   string            `json:"channel"`
	Host      *string           `json:"host"`
	Elevated  *bool             `json:"elevated"`

	Security           string         `json:"security"`
	Ask                string         `json:"ask"`
	Mode               string         `json:"mode"`
	Allowlist          []any          `json:"allowlist"`
	SafeBins           []any          `json:"safeBins"`
	SafeBinTrustedDirs []any          `json:"safeBinTrustedDirs"`
	SafeBinProfiles    map[string]any `json:"safeBinProfiles"`
	StrictInlineEval   bool           `json:"strictInlineEval"`
	Approvals          map[string]any `json:"approvals"`
	ConfiguredHost     string         `json:"configuredHost"`
	ElevatedConfig     map[string]any `json:"elevatedConfig"`
	SandboxRequired    bool           `json:"sandboxRequired"`
	SandboxAvailable   bool           `json:"sandboxAvailable"`
	Bypass             bool           `json:"bypassHostApprovalFloors"`
}

// openClawBench is the tree of fixtures and the decider that all rows share.
type openClawBench struct {
	decider  *exec.Decider
	fixtures func() (string, error)
}

// OpenClawExec is the suite of decisions that OpenClaw 2026.9.6 took on exec
// requests; profile openclaw answers.
func OpenClawExec() Suite {
	b := &openClawBench{decider: exec.New(), fixtures: sync.OnceValues(layOutFixtures)}
	return Suite{Name: "openclaw-exec", Shapes: openClawExecShapes(), Run: b.run, Close: b.close}
}

func (b *openClawBench) close() error {
	root, err := b.fixtures()
	if root == "" {
		return err
	}
	return errors.Join(err, os.RemoveAll(root))
}

func (b *openClawBench) run(ctx context.Context, raw json.RawMessage) (Result, error) {
	root, err := b.fixtures()
	if err != nil {
		return Result{}, err
	}
	text := strings.ReplaceAll(string(raw), fixtureMark, root)
	var row openClawRow
	if err := json.Unmarshal([]byte(text), &row); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	if row.Input.Kind != "" {
		return b.question(ctx, row.Input.Kind, []byte(text))
	}
	row.Input.fill()
	if missing := row.Input.lacks(row.Needs); missing != "" {
		return Result{Skipped, missing}, nil
	}
	var expected struct{ Decision, NoUI string }
	if err := json.Unmarshal(row.Expected, &expected); err != nil {
		return Result{}, fmt.Errorf("read row: %w", err)
	}
	request, settings := row.Input.request(), row.Input.settings()
	attended, err := b.decider.Decide(ctx, request, settings)
	if err != nil {
		return Result{}, err
	}
	request.Exec.Unattended = true
	alone, err := b.decider.Decide(ctx, request, settings)
	if err != nil {
		return Result{}, err
	}
	return worse(
		compared("decision", expected.Decision, attended),
		compared("with nobody to ask", expected.NoUI, alone),
	), nil
}

// compared says how a decision compares with a recorded effect.
func compared(what, expected string, got engine.Decision) Result {
	want := engine.Effect(expected)
	if got.Effect == want {
		return Result{}
	}
	detail := fmt.Sprintf("%s: %s, recorded %s: %s: %s", what, got.Effect, expected, got.Reasons[0].Rule, got.Reasons[0].Message)
	if got.Effect.Rank() < want.Rank() {
		return Result{Looser, detail}
	}
	return Result{Stricter, detail}
}

// worse is the result that weighs more: looser, then stricter.
func worse(a, b Result) Result {
	if a.Outcome == Looser || b.Outcome == Agree {
		return a
	}
	if b.Outcome == Looser || a.Outcome == Agree {
		return b
	}
	return a
}

// fill puts in the defaults of the rows.
func (in *openClawInput) fill() {
	in.Security = cmp.Or(in.Security, "allowlist")
	if in.Ask == "" {
		in.Ask = "on-miss"
	}
	in.Cwd = cmp.Or(in.Cwd, "/tmp")
	env := map[string]string{"PATH": "/usr/bin:/bin", "HOME": "/home/agent"}
	maps.Copy(env, in.Env)
	in.Env = env
}

// lacks says which need of a row this machine does not meet, "" for none.
func (in *openClawInput) lacks(needs []string) string {
	for _, need := range needs {
		kind, name, _ := strings.Cut(need, ":")
		switch kind {
		case "fixture":
		case "exe":
			file, _, _ := strings.Cut(name, " (")
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
				return "needs " + file
			}
		case "absent":
			if found := in.onPath(name); found != "" {
				return "needs a machine without " + found
			}
		default:
			return "unknown need " + need
		}
	}
	return ""
}

// onPath is the file of a program on the row's PATH, "" when there is none.
func (in *openClawInput) onPath(name string) string {
	if strings.ContainsAny(name, "/\x00") {
		return ""
	}
	for dir := range strings.SplitSeq(in.Env["PATH"], ":") {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(in.Cwd, dir)
		}
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}

func (in *openClawInput) request() exec.Request {
	request := exec.Request{Profile: "openclaw", Exec: exec.Invocation{
		Command: in.Command, Cwd: in.Cwd, Inherited: in.Env, Env: in.Overrides,
		Ask: in.CallAsk, Channel: in.Channel, Elevated: in.Elevated,
	}}
	if in.Host != nil {
		request.Exec.Host = *in.Host
	}
	return request
}

func (in *openClawInput) settings() engine.PlainSettings {
	part := map[string]any{
		"security": in.Security, "ask": in.Ask, "strictInlineEval": in.StrictInlineEval, "allowlist": listOrEmpty(in.Allowlist),
	}
	if in.SafeBins != nil {
		part["safeBins"] = in.SafeBins
	}
	if in.SafeBinTrustedDirs != nil {
		part["safeBinTrustedDirs"] = in.SafeBinTrustedDirs
	}
	if in.SafeBinProfiles != nil {
		part["safeBinProfiles"] = in.SafeBinProfiles
	}
	host := map[string]any{
		"sandbox":                  map[string]any{"required": in.SandboxRequired, "available": in.SandboxAvailable},
		"bypassHostApprovalFloors": in.Bypass,
	}
	if in.Mode != "" {
		host["mode"] = in.Mode
	}
	if in.ConfiguredHost != "" {
		host["host"] = in.ConfiguredHost
	}
	if in.Approvals != nil {
		host["approvals"] = in.Approvals
	}
	if in.ElevatedConfig != nil {
		host["elevated"] = in.ElevatedConfig
	}
	return engine.PlainSettings{"exec": part, "openclaw": host}
}

func listOrEmpty(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}
