package cli

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/internal/document"
)

// console is a factory whose streams are kept.
type console struct {
	*kit.Factory
	out, err bytes.Buffer
	env      map[string]string
	now      time.Time
}

type fakeLinter struct {
	lint func(ctx context.Context, paths []string) (engine.Report, error)
}

func (fakeLinter) Asks(string) (engine.Rule, bool) { return engine.Rule{}, true }

func (fakeLinter) Ignores(string) bool { return false }

func (fakeLinter) Behind(context.Context, engine.SkillReport) (lint.Behind, error) {
	return lint.Behind{}, nil
}

func (f fakeLinter) Lint(ctx context.Context, paths []string) (engine.Report, error) {
	return f.lint(ctx, paths)
}
func (fakeLinter) Session([]string) *lint.Session { return nil }
func (fakeLinter) Rules() []engine.Rule           { return nil }
func (fakeLinter) Policy() string                 { return "sha256:test" }
func (fakeLinter) Check(context.Context) error    { return nil }

// newConsole returns a factory that touches nothing outside the test: lint
// answers with the report.
func newConsole(r engine.Report) *console {
	c := &console{env: map[string]string{}, now: time.Unix(1_700_000_000, 0)}
	c.Factory = &kit.Factory{
		IO:    &kit.IOStreams{In: strings.NewReader(""), Out: &c.out, Err: &c.err, Getenv: func(k string) string { return c.env[k] }},
		Build: func() kit.Build { return kit.Build{Version: "v1.2.3", Go: "go1.0", Platform: "test/test"} },
		Now:   func() time.Time { return c.now },
		Settings: func(_ context.Context, q kit.SettingsQuery) (kit.Settings, error) {
			failOn := "medium"
			if q.FailOn != "" {
				failOn = q.FailOn
			}
			return kit.Settings{FailOn: failOn, Baseline: q.Baseline}, nil
		},
		Linter: func(...lint.Option) (kit.Linter, error) {
			return fakeLinter{func(context.Context, []string) (engine.Report, error) { return r, nil }}, nil
		},
		Rules: func() ([]engine.Rule, error) { return testRules(), nil },
		Cache: func() (lint.Cache, error) { return nil, errors.New("no cache in tests") },
	}
	return c
}

func testRules() []engine.Rule {
	return []engine.Rule{
		{ID: "spec/name-format", Code: "SPEC-004", Title: "Name is wrong", Severity: "medium", Confidence: "high", Unit: "skill", Fix: "safe", Enabled: true, Page: "# spec/name-format\n\nIt matters.\n"},
		{ID: "file/big", Title: "File is big", Severity: "low", Confidence: "high", Unit: "skill", Fix: "none", Page: "# file/big\n\nIt is big.\n",
			Options: []engine.RuleOption{{Name: "max", Default: 10, Description: "How big."}}},
	}
}

func (c *console) run(args ...string) int { return run(context.Background(), args, c.Factory) }

func oneFinding(severity engine.Severity) engine.Report {
	r := engine.Report{Skills: []engine.SkillReport{{Path: "s", Findings: []engine.Finding{{
		Rule: "spec/x", Title: "t", Fingerprint: "f", File: "s/SKILL.md", Message: "m", Severity: severity, Confidence: "high",
		Span: document.Span{Start: document.Position{Line: 1, Column: 1}, End: document.Position{Line: 1, Column: 2}},
	}}}}}
	r.Summarise()
	return r
}

func TestLintExitCodes(t *testing.T) {
	for name, tt := range map[string]struct {
		report engine.Report
		args   []string
		want   int
	}{
		"clean":                 {engine.Report{Skills: []engine.SkillReport{{Path: "s"}}}, nil, kit.ExitClean},
		"only a configuration":  {engine.Report{Configs: []engine.ConfigReport{{Path: "c"}}}, nil, kit.ExitClean},
		"nothing":               {engine.Report{}, nil, kit.ExitNothing},
		"at the level":          {oneFinding("medium"), nil, kit.ExitFindings},
		"below the level":       {oneFinding("low"), nil, kit.ExitClean},
		"above the level":       {oneFinding("critical"), nil, kit.ExitFindings},
		"level lowered":         {oneFinding("info"), []string{"--fail-on", "info"}, kit.ExitFindings},
		"level raised":          {oneFinding("medium"), []string{"--fail-on=high"}, kit.ExitClean},
		"never":                 {oneFinding("critical"), []string{"--fail-on", "never"}, kit.ExitClean},
		"sarif":                 {oneFinding("critical"), []string{"--format", "sarif"}, kit.ExitClean},
		"sarif with code":       {oneFinding("critical"), []string{"--format", "sarif", "--exit-code"}, kit.ExitFindings},
		"sarif of nothing":      {engine.Report{}, []string{"--format", "sarif"}, kit.ExitNothing},
		"unknown flag":          {engine.Report{}, []string{"--nope"}, kit.ExitUsage},
		"unknown format":        {engine.Report{}, []string{"--format", "xml"}, kit.ExitUsage},
		"unknown severity":      {engine.Report{}, []string{"--fail-on", "bad"}, kit.ExitUsage},
		"unknown confidence":    {engine.Report{}, []string{"--min-confidence", "bad"}, kit.ExitUsage},
		"unknown dialect":       {engine.Report{}, []string{"--dialect", "claw"}, kit.ExitUsage},
		"unknown fix":           {engine.Report{}, []string{"--fix=maybe"}, kit.ExitUsage},
		"unknown colour":        {engine.Report{}, []string{"--color", "red"}, kit.ExitUsage},
		"jobs below zero":       {engine.Report{}, []string{"--jobs", "-1"}, kit.ExitUsage},
		"jobs of letters":       {engine.Report{}, []string{"--jobs", "many"}, kit.ExitUsage},
		"config and none":       {engine.Report{}, []string{"--config", "x", "--no-config"}, kit.ExitUsage},
		"quiet and verbose":     {engine.Report{}, []string{"-q", "-v"}, kit.ExitUsage},
		"diff to a file":        {engine.Report{}, []string{"--diff", "--output", "x"}, kit.ExitUsage},
		"diff and baseline":     {engine.Report{}, []string{"--diff", "--write-baseline"}, kit.ExitUsage},
		"baseline without name": {oneFinding("low"), []string{"--write-baseline"}, kit.ExitUsage},
		"baseline that is not":  {oneFinding("low"), []string{"--baseline", "none.json"}, kit.ExitUsage},
		"an empty path":         {engine.Report{}, []string{""}, kit.ExitUsage},
		"output into the void":  {oneFinding("low"), []string{"--output", "none/x"}, kit.ExitUsage},
		"output over a folder":  {oneFinding("low"), []string{"--output", "."}, kit.ExitUsage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.MkdirAll("s", 0o755); err != nil {
				t.Fatal(err)
			}
			c := newConsole(tt.report)
			if got := c.run(append([]string{"lint"}, tt.args...)...); got != tt.want {
				t.Errorf("exit code %d; want %d\n%s%s", got, tt.want, c.out.String(), c.err.String())
			}
			if tt.want > kit.ExitFindings && !strings.HasPrefix(c.err.String(), "skillctl: ") && !strings.Contains(c.err.String(), "\nskillctl: ") {
				t.Errorf("nothing is said about code %d: %q", tt.want, c.err.String())
			}
		})
	}
}

// TestErrorCodes checks what becomes of the errors of the engine.
func TestErrorCodes(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want int
		say  string
	}{
		"unknown rule": {&lint.UnknownRuleError{Name: "spec/nmae", Near: "spec/name"}, kit.ExitUsage, `did you mean "spec/name"?`},
		"permission":   {&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, kit.ExitFailure, "hint: make it readable"},
		"loop":         {&fs.PathError{Op: "open", Path: "x", Err: syscall.ELOOP}, kit.ExitFailure, "hint: a link leads back"},
		"hostile path": {errors.New("read \x1b[31m\u202e"), kit.ExitFailure, `\x1b[31m\u{202e}`},
		"two lines":    {errors.New("one\ntwo"), kit.ExitFailure, "skillctl: one\n  two\n"},
		"interrupted":  {context.Canceled, kit.ExitFailure, "interrupted"},
	} {
		c := newConsole(engine.Report{})
		c.Linter = func(...lint.Option) (kit.Linter, error) {
			return fakeLinter{func(context.Context, []string) (engine.Report, error) { return engine.Report{}, tt.err }}, nil
		}
		if got := c.run("lint"); got != tt.want {
			t.Errorf("%s: exit code %d; want %d", name, got, tt.want)
		}
		if !strings.Contains(c.err.String(), tt.say) {
			t.Errorf("%s: said %q; want %q", name, c.err.String(), tt.say)
		}
	}
}

// TestLintFlags checks what lint asks for, and what becomes of its report.
func TestLintFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range []string{"a", "b"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var query kit.SettingsQuery
	var paths []string
	c := newConsole(engine.Report{})
	c.Settings = func(_ context.Context, q kit.SettingsQuery) (kit.Settings, error) {
		query = q
		return kit.Settings{FailOn: q.FailOn, Baseline: q.Baseline}, nil
	}
	c.Linter = func(...lint.Option) (kit.Linter, error) {
		return fakeLinter{func(_ context.Context, list []string) (engine.Report, error) {
			paths = list
			return oneFinding("low"), nil
		}}, nil
	}
	args := []string{
		"lint", "a", "b", "--format", "sarif", "--output", "o", "--fail-on", "low", "--min-confidence", "high", "--dialect", "openclaw",
		"--host", "claude,openclaw", "--config", "c", "--no-cache", "--color", "never", "--jobs", "3", "-v", "--exit-code",
	}
	if got := c.run(args...); got != kit.ExitFindings {
		t.Errorf("exit code %d; want %d\n%s", got, kit.ExitFindings, c.err.String())
	}
	want := kit.SettingsQuery{File: "c", Dialects: []string{"claude", "openclaw"}, FailOn: "low", MinConfidence: "high", PolicyKinds: []policy.Kind{policy.KindLint}}
	if diff := cmp.Diff(want, query); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b"}, paths); diff != "" {
		t.Error(diff)
	}
	if text, err := os.ReadFile("o"); err != nil || !strings.Contains(string(text), `"spec/x"`) || c.out.Len() > 0 {
		t.Errorf("the report is %q, %v; on standard output there is %q", text, err, c.out.String())
	}
	if !strings.Contains(c.err.String(), "settings: none\n") {
		t.Errorf("-v says nothing of the settings: %q", c.err.String())
	}
	if got := c.run("lint", "a", "--baseline", "known.json", "--write-baseline"); got != kit.ExitClean || query.Baseline != "known.json" {
		t.Errorf("with a baseline: exit code %d, asked for %q\n%s", got, query.Baseline, c.err.String())
	}
	if _, err := os.Stat("known.json"); err != nil {
		t.Error(err)
	}
}

// TestLintTerminal checks that links and colour come on a terminal only.
func TestLintTerminal(t *testing.T) {
	r := oneFinding("high")
	r.Skills[0].Findings[0].Docs = "https://example.org/x"
	c := newConsole(r)
	c.run("lint", "--no-cache")
	if strings.Contains(c.out.String(), "\x1b") {
		t.Errorf("a pipe gets escapes: %q", c.out.String())
	}
	c = newConsole(r)
	c.IO.OutTTY, c.env["FORCE_HYPERLINK"] = true, "1"
	c.run("lint", "--no-cache")
	if !strings.Contains(c.out.String(), "\x1b]8;;https://example.org/x\x1b\\spec/x") || !strings.Contains(c.out.String(), "\x1b[1;31m") {
		t.Errorf("a terminal gets no link or no colour: %q", c.out.String())
	}
}
